import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { adviceFor } from '#platform/http/errors';
import type { ErrorsView, RangeQuery } from '../contract.js';
import { rangeOf } from '../model/time-range.js';
import { rankFailures } from '../storage/counts.js';

const DEFAULT_ADVICE =
  'Open a request with this error in the log. With its ID you can find the call and the message in your own logs.';

/**
 * Ranks the errors of a tenant's requests, most frequent first, with advice.
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
        advice: adviceFor(code) ?? DEFAULT_ADVICE,
      })),
    };
  }
}
