import { Injectable } from '@nestjs/common';
import { canSee, type LoggedInPerson, type Person, TenantNotFound } from '#identity/access';
import type { Actor } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Tenants } from '#tenancy';
import type { AccessTokenView, Confirmation, NewAccessTokenRequest } from '../contract.js';
import { AccessToken, DEFAULT_TOKEN_DAYS, makeTokenValue, TOKEN_PREFIX } from '../model/access-token.js';
import { AccountNotFound } from '../model/errors.js';
import type { Account } from '../model/person.js';
import { AccessTokenRepository } from '../storage/access-token.repository.js';
import { AccountRepository } from '../storage/account.repository.js';

/** Creates, lists and revokes the access tokens of people. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly tokens: AccessTokenRepository,
    private readonly accounts: AccountRepository,
    private readonly tenants: Tenants,
    private readonly clock: Clock,
  ) {}

  /** @throws AccountNotFound */
  async list(personId: string): Promise<AccessTokenView[]> {
    await this.accountOf(personId);
    return this.views(await this.tokens.listOf(personId));
  }

  /**
   * Returns the token and its value, which is returned only here.
   * @param confirmed the account as `ConfirmPerson` has checked it
   * @throws TenantNotFound · TooManyTokens · ConfirmationRequired when other credentials were set meanwhile
   */
  async create(
    person: LoggedInPerson,
    { generation }: Account,
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
    await this.tokens.add(token, person, generation);
    return { token: await this.view(token), value };
  }

  /** @throws AccountNotFound · TokenNotFound */
  async revoke(personId: string, id: string, by: Actor): Promise<AccessTokenView> {
    const owner = await this.accountOf(personId);
    return this.view(await this.tokens.revoke(id, owner, by, this.clock.now()));
  }

  private async accountOf(id: string): Promise<Account> {
    const account = await this.accounts.byId(id);
    if (!account) throw new AccountNotFound(id);
    return account;
  }

  /** Null, for all tenants of the person, when none are given. */
  private async idsOf(slugs: string[] | undefined, person: Person): Promise<string[] | null> {
    if (slugs === undefined) return null;
    const tenants = await Promise.all([...new Set(slugs)].map(slug => this.tenants.getBySlug(slug)));
    const hidden = tenants.find(tenant => tenant.parentId !== null || !canSee(person, tenant));
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
