import { Injectable } from '@nestjs/common';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database, violates } from '#platform/database';
import { Identity } from '../model/identity.js';
import type { Account } from '../model/person.js';
import { lockAccount } from '../storage/account.repository.js';
import { endAccess } from '../storage/end-access.js';
import { endLinks } from '../storage/links.js';
import { OpenIdFailure } from './failure.js';

/** Connects accounts with those of the OpenID Connect provider. */
@Injectable()
export class Identities {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  find(issuer: string, subject: string): Promise<Identity | null> {
    return this.database.manager.findOneBy(Identity, { issuer, subject });
  }

  /**
   * Connects an account at the first login. Ends its links, because the person can log in now.
   * @throws OpenIdFailure when the account is connected with another subject
   */
  async connect(account: Account, { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>, by: Actor): Promise<void> {
    const at = this.clock.now();
    try {
      await this.database.transaction(async tx => {
        await tx.insert(Identity, { issuer, subject, personId: account.id, createdAt: at });
        await endLinks(tx, account.id, 'obsolete', at);
        const after = { email: account.email, issuer, subject };
        await audit(tx, by, { action: 'person.connect-openid', subject: account.id, after }, at);
      });
    } catch (error) {
      // A concurrent login has connected the same identity.
      if (violates(error, 'identities_pkey')) return;
      if (violates(error, 'identities_person_key'))
        throw new OpenIdFailure('other_identity', 'the account is connected with another subject', { cause: error });
      throw error;
    }
  }

  /**
   * Disconnects the account of a person from all providers, ends their sessions and revokes their access tokens. The
   * next login connects it again. Returns the numbers of removed connections and revoked tokens.
   */
  disconnect({ id, email }: Account, by: Actor): Promise<{ disconnected: number; revokedTokens: number }> {
    const at = this.clock.now();
    return this.database.transaction(async tx => {
      const account = await lockAccount(tx, id);
      const identities = await tx.findBy(Identity, { personId: id });
      if (identities.length === 0) return { disconnected: 0, revokedTokens: 0 };
      await tx.delete(Identity, { personId: id });
      const { tokens: revokedTokens } = await endAccess(tx, account, at);
      const before = { email, subjects: identities.map(({ subject }) => subject) };
      const after = { revoked_tokens: revokedTokens };
      await audit(tx, by, { action: 'person.disconnect-openid', subject: id, before, after }, at);
      return { disconnected: identities.length, revokedTokens };
    });
  }
}
