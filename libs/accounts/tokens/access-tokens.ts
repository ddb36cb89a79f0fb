import { Injectable } from '@nestjs/common';
import { canSee, type Person, TenantNotFound } from '#access';
import { Clock } from '#platform/clock';
import { FindTenants } from '#tenancy';
import type { AccessTokenView, NewAccessTokenRequest } from '../contract.js';
import { AccessToken, DEFAULT_TOKEN_DAYS, makeTokenValue, TOKEN_PREFIX } from '../model/access-token.js';
import { AccessTokenRepository } from '../storage/access-token.repository.js';

/** Creates, lists and revokes the access tokens of a person. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly tokens: AccessTokenRepository,
    private readonly tenants: FindTenants,
    private readonly clock: Clock,
  ) {}

  async list(person: Person): Promise<AccessTokenView[]> {
    const tokens = await this.tokens.listOf(person.id);
    return this.views(tokens);
  }

  /**
   * Returns the token and its value, which is returned only here.
   * @throws TenantNotFound · TooManyTokens
   */
  async create(person: Person, given: NewAccessTokenRequest): Promise<{ token: AccessTokenView; value: string }> {
    const value = makeTokenValue();
    const token = AccessToken.issue({
      personId: person.id,
      name: given.name,
      value,
      tenantIds: await this.idsOf(given.tenants, person),
      days: given.days ?? DEFAULT_TOKEN_DAYS,
      at: this.clock.now(),
    });
    await this.tokens.add(token, person);
    return { token: await this.view(token), value };
  }

  /** @throws TokenNotFound */
  async revoke(person: Person, id: string): Promise<AccessTokenView> {
    return this.view(await this.tokens.revoke({ id, personId: person.id }, person, this.clock.now()));
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
      status: token.status(now),
      created_at: token.createdAt.toISOString(),
      expires_at: token.expiresAt.toISOString(),
      revoked_at: token.revokedAt?.toISOString() ?? null,
      last_used_at: token.lastUsedAt?.toISOString() ?? null,
    }));
  }
}
