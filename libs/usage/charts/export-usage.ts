import { Injectable } from '@nestjs/common';
import { type PathTenant } from '#identity/access';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { type Column } from '#platform/http/exports';
import type { UsageCount, UsageExportQuery } from '../contract.js';
import { FindRequestKeys } from '../find-request-keys.js';
import { rangeOf, STEPS_MS, stepsOf, type TimeRange } from '../model/time-range.js';
import { countAll } from '../storage/counts.js';

/** Columns of an exported count. */
export const USAGE_COLUMNS: readonly Column<UsageCount>[] = [
  'at',
  'step_seconds',
  'key.id',
  'key.name',
  'key.hint',
  'endpoint',
  'status',
  'code',
  'requests',
];

/** Reads the counts behind the charts: requests per step, key, endpoint, status and code. */
@Injectable()
export class ExportUsage {
  constructor(
    private readonly keys: FindRequestKeys,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads one page per step of the range, oldest first.
   * @throws InvalidRange
   */
  pages(tenant: PathTenant, query: UsageExportQuery): AsyncGenerator<UsageCount[]> {
    return this.stepsIn(tenant, rangeOf(query, this.clock.now()), query);
  }

  private async *stepsIn(
    tenant: PathTenant,
    range: TimeRange,
    { key, endpoint }: UsageExportQuery,
  ): AsyncGenerator<UsageCount[]> {
    const keys = await this.keys.execute(tenant.slug);
    const stepMs = STEPS_MS[range.step];
    for (const from of stepsOf(range)) {
      const step = { from, to: new Date(from.getTime() + stepMs), step: range.step };
      const counts = await countAll(this.database, tenant.id, step, { key, route: endpoint });
      yield counts.map(({ keyId, route, status, code, requests }) => ({
        at: from.toISOString(),
        step_seconds: stepMs / 1_000,
        key: keys.get(keyId) ?? null,
        endpoint: route,
        status,
        code: code || null,
        requests,
      }));
    }
  }
}
