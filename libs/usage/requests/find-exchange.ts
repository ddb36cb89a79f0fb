import { Inject, Injectable } from '@nestjs/common';
import { accountIdOf, type PathTenant } from '#identity/access';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database } from '#platform/database';
import { type ExchangeView, type MessageView, STOREFRONT_KEY } from '../contract.js';
import { BODIES_DAYS, type BodyState } from '../model/exchange.js';
import { readExchange } from '../storage/bodies.js';
import type { LogRow } from '../storage/log-query.js';
import { FindRequests } from './find-requests.js';

const BODIES_MS = BODIES_DAYS * 86_400_000;

/** Returns the headers and bodies of a request in the log. */
@Injectable()
export class FindExchange {
  constructor(
    private readonly requests: FindRequests,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws RequestNotFound */
  async execute(tenant: PathTenant, id: string): Promise<ExchangeView> {
    const row = await this.requests.getRow(tenant, id);
    const kept = await readExchange(this.database, accountIdOf(tenant), row.id);
    if (!kept) return { not_kept: this.reason(row), target: null, request: null, response: null };
    return {
      not_kept: null,
      target: kept.target,
      request: messageOf(kept.requestHeaders, kept.requestState, kept.requestBody),
      response: messageOf(kept.responseHeaders, kept.responseState, kept.responseBody),
    };
  }

  private reason({ keyId, at, status, faulted }: LogRow): ExchangeView['not_kept'] {
    if (keyId === STOREFRONT_KEY) return 'storefront';
    if (this.clock.millis() - at.getTime() >= BODIES_MS) return 'expired';
    if (this.settings.logBodies === 'none') return 'off';
    return this.settings.logBodies === 'errors' && status < 400 && faulted === null ? 'success' : 'dropped';
  }
}

const messageOf = (headers: string, state: BodyState, body: string | null): MessageView => ({
  headers: JSON.parse(headers) as Record<string, string>,
  state,
  body,
});
