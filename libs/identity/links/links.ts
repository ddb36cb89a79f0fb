import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#platform/database';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { AccountDisabled, LinkNotFound } from '../model/errors.js';
import { type LinkKind, OneTimeLink } from '../model/one-time-link.js';
import type { Account } from '../model/person.js';
import { newToken } from '../model/session.js';
import { type NewPerson, People } from '../people/people.js';
import { lockAccount } from '../storage/account.repository.js';
import { endLinks, LinkRepository, newestLink } from '../storage/link.repository.js';

/** A link with its token, which is returned only when the link is created. */
export interface NewLink {
  account: Account;
  link: OneTimeLink;
  token: string;
}

/** Creates and revokes invitations and links to reset passwords, on behalf of operators. */
@Injectable()
export class Links {
  constructor(
    private readonly people: People,
    private readonly links: LinkRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates an account and its invitation. Until the person sets a password, the account has a random, unknown one.
   * @throws InvalidEmail · TenantMissing · TenantNotFound · AccountExists
   */
  async invite(given: Omit<NewPerson, 'password'>, by: Actor): Promise<NewLink> {
    let made: NewLink | undefined;
    await this.people.open({ ...given, password: undefined }, by, async (account, tx) => {
      made = await this.add(tx, account, 'invitation', by);
    });
    return made!;
  }

  /**
   * Creates a link with which a person sets a new password: another invitation if they have not answered theirs, else a
   * link to reset their password. It replaces earlier links.
   * @throws AccountNotFound · AccountDisabled
   */
  create(personId: string, by: Actor): Promise<NewLink> {
    return this.database.transaction(async tx => {
      const account = await lockAccount(tx, personId);
      if (account.disabledAt) throw new AccountDisabled();
      const newest = await newestLink(tx, personId);
      return this.add(tx, account, newest?.isUnanswered ? 'invitation' : 'reset', by);
    });
  }

  /** @throws AccountNotFound · LinkNotFound when the person has no open link */
  async revoke(personId: string, by: Actor): Promise<OneTimeLink> {
    const at = this.clock.now();
    return this.database.transaction(async tx => {
      const { email } = await lockAccount(tx, personId);
      const link = await newestLink(tx, personId);
      if (link?.status(at) !== 'open') throw new LinkNotFound('The account has no open link.');
      await endLinks(tx, personId, 'revoked', at);
      const facts = { email, kind: link.kind, link: link.id };
      await audit(tx, by, { action: 'person.revoke-link', subject: personId, before: facts }, at);
      return Object.assign(link, { ending: 'revoked' as const, endedAt: at });
    });
  }

  /** The newest link of each person, unless it was used or the person got a password in another way. */
  async pending(): Promise<OneTimeLink[]> {
    const at = this.clock.now();
    return (await this.links.newest()).filter(link => link.isUnanswered || link.status(at) === 'open');
  }

  private async add(tx: EntityManager, account: Account, kind: LinkKind, by: Actor): Promise<NewLink> {
    const [token, at] = [newToken(), this.clock.now()];
    const link = OneTimeLink.create({ personId: account.id, kind, token, at });
    await endLinks(tx, account.id, 'superseded', at);
    await tx.insert(OneTimeLink, link);
    const action = kind === 'invitation' ? 'person.invite' : 'person.create-reset-link';
    const after = { email: account.email, link: link.id, expires_at: link.expiresAt };
    await audit(tx, by, { action, subject: account.id, after }, at);
    return { account, link, token };
  }
}
