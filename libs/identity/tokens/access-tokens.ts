import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan } from 'typeorm';
import { canSee, type LoggedInPerson, type Person, TenantNotFound } from '#identity/access';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { Tenants } from '#tenancy';
import type { AccessTokenView, Confirmation, NewAccessTokenRequest } from '../contract.js';
import { AccessToken, DEFAULT_TOKEN_DAYS, makeTokenValue, TOKEN_PREFIX } from '../model/access-token.js';
import { ConfirmationRequired, MAX_TOKENS, TokenNotFound, TooManyTokens } from '../model/errors.js';
import type { Account } from '../model/person.js';
import { AccountRepository } from '../storage/account.repository.js';
import { lockSession } from '../storage/sessions.js';

/** Maximum number of tokens in a list: the newest ones. */
const MAX_LISTED = 250;

/** The access tokens of people. Each request reads its token, so that a revoked one is refused at once in every process. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountRepository,
    private readonly tenants: Tenants,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists the access tokens of a person, newest first.
   * @throws AccountNotFound
   */
  async list(personId: string): Promise<AccessTokenView[]> {
    await this.accounts.get(personId);
    const order = { createdAt: 'DESC', id: 'DESC' } as const;
    const { manager } = this.database;
    return this.views(await manager.find(AccessToken, { where: { personId }, order, take: MAX_LISTED }));
  }

  /**
   * Returns the token and its value, which cannot be read later.
   * @param account as `ConfirmPerson` has checked it
   * @throws TenantNotFound · TooManyTokens · ConfirmationRequired when other credentials were set meanwhile
   */
  async create(
    person: LoggedInPerson,
    account: Account,
    given: Omit<NewAccessTokenRequest, keyof Confirmation>,
  ): Promise<{ token: AccessTokenView; value: string }> {
    const value = makeTokenValue();
    const token = AccessToken.issue({
      personId: person.id,
      name: given.name,
      value,
      tenantIds: await this.idsOf(given.tenants, person),
      readOnly: given.read_only ?? false,
      days: given.days ?? DEFAULT_TOKEN_DAYS,
      at: this.clock.now(),
    });
    await this.add(token, person, account.generation);
    return { token: await this.view(token), value };
  }

  /** @throws AccountNotFound · TokenNotFound also for tokens of other people */
  async revoke(personId: string, id: string, by: Actor): Promise<AccessTokenView> {
    const { email } = await this.accounts.get(personId);
    const at = this.clock.now();
    const revoked = await this.database.transaction(async tx => {
      const token = await tx.findOne(AccessToken, { where: { id, personId }, lock: { mode: 'pessimistic_write' } });
      if (!token) throw new TokenNotFound(id);
      const before = { email, ...token.facts() };
      token.revoke(at);
      await tx.save(AccessToken, token);
      await audit(tx, by, { action: 'token.revoke', subject: id, before, after: { email, ...token.facts() } }, at);
      return token;
    });
    return this.view(revoked);
  }

  /**
   * Concurrent calls of a person wait for each other, so that they cannot exceed the maximum. The session and its
   * person are locked, so that the token cannot outlive a concurrent change of the credentials.
   */
  private add(token: AccessToken, by: LoggedInPerson, generation: number): Promise<void> {
    return this.database.transaction(async tx => {
      const { id, personId, createdAt: at } = token;
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('identity.tokens'), hashtext($1))`, [personId]);
      if (!(await lockSession(tx, by.sessionId, generation))) throw new ConfirmationRequired();
      const active = await tx.countBy(AccessToken, { personId, revokedAt: IsNull(), expiresAt: MoreThan(at) });
      if (active >= MAX_TOKENS) throw new TooManyTokens();
      await tx.insert(AccessToken, token);
      await audit(tx, by, { action: 'token.create', subject: id, after: token.facts() }, at);
    });
  }

  /** Returns null, which means all tenants of the person, if `slugs` is undefined. */
  private async idsOf(slugs: string[] | undefined, person: Person): Promise<string[] | null> {
    if (slugs === undefined) return null;
    const tenants = await this.tenants.getPermanent(slugs);
    const hidden = tenants.find(tenant => !canSee(person, tenant));
    if (hidden) throw new TenantNotFound(hidden.slug);
    return tenants.map(({ id }) => id);
  }

  private async view(token: AccessToken): Promise<AccessTokenView> {
    const [view] = await this.views([token]);
    return view!;
  }

  private async views(tokens: AccessToken[]): Promise<AccessTokenView[]> {
    const tenants = await this.tenants.list();
    const now = this.clock.now();
    return tokens.map(token => ({
      id: token.id,
      name: token.name,
      hint: `${TOKEN_PREFIX}${token.start}…${token.end}`,
      tenants: token.tenantIds && tenants.filter(({ id }) => token.tenantIds!.includes(id)).map(({ slug }) => slug),
      read_only: token.readOnly,
      status: token.status(now),
      created_at: token.createdAt.toISOString(),
      expires_at: token.expiresAt.toISOString(),
      revoked_at: token.revokedAt?.toISOString() ?? null,
      last_used_at: token.lastUsedAt?.toISOString() ?? null,
    }));
  }
}
