import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimited, TokenInvalid } from '#identity/access';
import { describeLimit, RequestLimits } from '#api-keys';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database } from '#platform/database';
import { hashOfSecret } from '#platform/model';
import { isTokenValue, TOKEN_PREFIX } from '../model/access-token.js';
import { SEEN_STEP_MS } from '../model/session.js';
import { findToken, markTokenUsed, type TokenRow } from '../storage/access-tokens.js';

const BEARER = /^bearer +(\S.*)$/i;

/**
 * The access token in the `Authorization` header, if any. Other values are ignored: a proxy with its own login may add
 * them to requests of browsers.
 */
export function tokenIn({ headers }: FastifyRequest): string | undefined {
  const value = BEARER.exec(headers.authorization ?? '')?.[1]?.trimEnd();
  return value?.startsWith(TOKEN_PREFIX) ? value : undefined;
}

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
    if (now.getTime() - used >= SEEN_STEP_MS) await markTokenUsed.run(this.database, { id: token.id, now });
    return token;
  }

  private async countRequest(id: string, reply: FastifyReply): Promise<void> {
    const tally = await this.limits.count(id, this.settings.defaultRateLimit);
    void reply.headers(describeLimit(tally, this.clock.millis()));
    const { exceeded, limit, resetMs } = tally;
    if (exceeded) throw new RateLimited(limit, Math.ceil(resetMs / 1_000), 'The access token is');
  }
}
