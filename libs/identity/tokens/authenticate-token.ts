import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimited, TokenInvalid } from '#identity/access';
import { describeLimit, RequestLimits } from '#api-keys';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database, Statement } from '#platform/database';
import { hashOfSecret } from '#platform/model';
import { isTokenValue, TOKEN_PREFIX } from '../model/access-token.js';
import type { Role } from '../model/person.js';
import { LAST_USED_INTERVAL_MS } from '../model/session.js';

const BEARER = /^bearer +(\S.*)$/i;

/**
 * The access token in the `Authorization` header, if any. Other values are ignored: a proxy with its own login may add
 * them to requests of browsers.
 */
export function tokenIn({ headers }: FastifyRequest): string | undefined {
  const value = BEARER.exec(headers.authorization ?? '')?.[1]?.trimEnd();
  return value?.startsWith(TOKEN_PREFIX) ? value : undefined;
}

export interface TokenRow {
  id: string;
  name: string;
  limitedTo: string[] | null;
  readOnly: boolean;
  personId: string;
  email: string;
  role: Role;
  tenantIds: string[];
  ownersMasked: boolean;
  lastUsedAt: Date | null;
}

/** Finds a token that is neither revoked nor expired, of a person who is not disabled. */
const findToken = new Statement<TokenRow, { hash: string; now: Date }>(
  'identity.token',
  `SELECT t.id, t.name, t.tenant_ids AS "limitedTo", t.read_only AS "readOnly", t.last_used_at AS "lastUsedAt", p.id AS "personId", p.email, p.role,
     p.tenant_ids AS "tenantIds", p.owners_masked AS "ownersMasked"
   FROM identity.tokens t JOIN identity.people p ON p.id = t.person_id
   WHERE t.hash = :hash AND t.revoked_at IS NULL AND t.expires_at > :now AND p.disabled_at IS NULL`,
);

const markTokenUsed = new Statement<never, { id: string; now: Date }>(
  'identity.token-used',
  'UPDATE identity.tokens SET last_used_at = :now WHERE id = :id AND (last_used_at IS NULL OR last_used_at < :now)',
);

/** Finds the person of an access token, and counts the request against the limit of the token. */
@Injectable()
export class AuthenticateToken {
  constructor(
    private readonly database: Database,
    private readonly limits: RequestLimits,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws TokenInvalid · RateLimited */
  async execute(value: string, reply: FastifyReply): Promise<TokenRow> {
    const now = this.clock.now();
    const token = isTokenValue(value)
      ? await findToken.first(this.database, { hash: hashOfSecret(value), now })
      : undefined;
    if (!token) throw new TokenInvalid();
    await this.countRequest(token.id, reply);
    const used = token.lastUsedAt?.getTime() ?? 0;
    if (now.getTime() - used >= LAST_USED_INTERVAL_MS) await markTokenUsed.run(this.database, { id: token.id, now });
    return token;
  }

  private async countRequest(id: string, reply: FastifyReply): Promise<void> {
    const tally = await this.limits.count(id, this.settings.defaultRateLimit);
    void reply.headers(describeLimit(tally, this.clock.millis()));
    const { exceeded, limit, resetMs } = tally;
    if (exceeded) throw new RateLimited(limit, Math.ceil(resetMs / 1_000), 'The access token is');
  }
}
