import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { Database } from '#platform/database';
import type { ErrorsView, RangeQuery } from '../contract.js';
import { adviceFor } from '../model/advice.js';
import { rangeOf } from '../model/time-range.js';
import { rankFailures } from '../storage/counts.js';

/**
 * Which errors a tenant's calls ran into, the most frequent first, and what to do about each.
 * @throws InvalidRange
 */
@Injectable()
export class RankErrors {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(tenantId: string, query: RangeQuery): Promise<ErrorsView> {
    const rows = await rankFailures(this.database, tenantId, rangeOf(query, this.clock.now()));
    return {
      errors: rows.map(({ code, status, requests, lastAt }) => ({
        code,
        status,
        requests,
        last_at: lastAt.toISOString(),
        advice: adviceFor(code),
      })),
    };
  }
}
