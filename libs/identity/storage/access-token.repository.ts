import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan } from 'typeorm';
import { Database } from '#platform/database';
import type { LoggedInPerson } from '#identity/access';
import { type Actor, audit } from '#platform/security/audit';
import { AccessToken } from '../model/access-token.js';
import { ConfirmationRequired, MAX_TOKENS, TokenNotFound, TooManyTokens } from '../model/errors.js';
import type { Account } from '../model/person.js';
import { holdSession } from './sessions.js';

/** Maximum number of tokens in a list: the newest ones. */
const MAX_LISTED = 250;

/** Tokens of people. Each request reads its token, so that a revoked one is refused at once in every process. */
@Injectable()
export class AccessTokenRepository {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  listOf(personId: string): Promise<AccessToken[]> {
    const order = { createdAt: 'DESC', id: 'DESC' } as const;
    return this.database.manager.getRepository(AccessToken).find({ where: { personId }, order, take: MAX_LISTED });
  }

  /**
   * The lock serializes concurrent calls of a person, so that they cannot exceed the maximum. The session and the
   * generation of the person are held, so that the token cannot outlive a concurrent change of the credentials.
   * @throws TooManyTokens · ConfirmationRequired
   */
  add(token: AccessToken, by: LoggedInPerson, generation: number): Promise<void> {
    return this.database.transaction(async tx => {
      const { id, personId, createdAt: at } = token;
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('identity.tokens'), hashtext($1))`, [personId]);
      if (!(await holdSession(tx, by.sessionId, generation))) throw new ConfirmationRequired();
      const active = await tx.countBy(AccessToken, { personId, revokedAt: IsNull(), expiresAt: MoreThan(at) });
      if (active >= MAX_TOKENS) throw new TooManyTokens();
      await tx.insert(AccessToken, token);
      await audit(tx, by, { action: 'token.create', subject: id, after: token.facts() }, at);
    });
  }

  /** @throws TokenNotFound also for tokens of other people */
  revoke(id: string, { id: personId, email }: Account, by: Actor, at: Date): Promise<AccessToken> {
    return this.database.transaction(async tx => {
      const token = await tx.findOne(AccessToken, { where: { id, personId }, lock: { mode: 'pessimistic_write' } });
      if (!token) throw new TokenNotFound(id);
      const before = { email, ...token.facts() };
      token.revoke(at);
      await tx.save(AccessToken, token);
      await audit(tx, by, { action: 'token.revoke', subject: id, before, after: { email, ...token.facts() } }, at);
      return token;
    });
  }
}
