import { Injectable } from '@nestjs/common';
import { Keys } from '#api-keys';
import type { PathTenant } from '#identity/access';
import { Database } from '#platform/database';
import { specOf } from '#platform/http/errors';
import type { Column } from '#platform/http/exports';
import { Clock } from '#platform/process/clock';
import { Tenants } from '#tenancy';
import { Receivers } from '#webhooks';
import type {
  ErrorsView,
  LatencyPoint,
  LatencyQuery,
  LatencyView,
  OverviewView,
  PeriodSummary,
  RangeQuery,
  SeriesLine,
  SeriesQuery,
  SeriesView,
  SummaryView,
  TenantActivity,
  UsageCount,
  UsageExportQuery,
} from '../contract.js';
import type { LatencyBuckets } from '../model/latency-buckets.js';
import { rangeBefore, rangeOf, STEPS_MS, stepsOf, type TimeRange } from '../model/time-range.js';
import { Senders } from '../senders.js';
import { readActivity } from '../storage/activity.js';
import { type Count, countAll, countBy, type Dimension, rankFailures } from '../storage/counts.js';
import { readLatencies } from '../storage/latencies.js';
import { countRegistrations, findMilestones } from '../storage/overview.js';

const HOUR_MS = 3_600_000;

const DEFAULT_ADVICE =
  'Open a request with this error in the log. With its ID you can find the call and the message in your own logs.';

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

/** Statistics of the requests of a tenant. Methods that take a range throw InvalidRange. */
@Injectable()
export class Charts {
  constructor(
    private readonly keys: Keys,
    private readonly senders: Senders,
    private readonly receivers: Receivers,
    private readonly tenants: Tenants,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Totals and milestones for the overview page. */
  async overview(tenant: PathTenant): Promise<OverviewView> {
    const { id, slug } = tenant;
    const { createdAt } = await this.tenants.getBySlug(slug);
    const [hour, day, week, keys, receivers, first] = await Promise.all([
      this.summary(tenant, 1, createdAt),
      this.summary(tenant, 24, createdAt),
      this.summary(tenant, 7 * 24, createdAt),
      this.keys.list(slug),
      this.receivers.list(id),
      findMilestones(this.database, tenant),
    ]);
    return {
      ranges: { hour, day, week },
      keys: keys.filter(({ status }) => status === 'active').length,
      receivers: receivers.length,
      first_request_at: first.request?.toISOString() ?? null,
      first_registration_at: first.registration?.toISOString() ?? null,
    };
  }

  /** Requests of all permanent tenants in the last 24 hours. */
  async activity(): Promise<TenantActivity[]> {
    const tenants = await this.tenants.list();
    const { from } = this.rangeOf({});
    const rows = await readActivity.run(this.database, { tenants: tenants.map(({ id }) => id), from });
    const byId = new Map(rows.map(row => [row.id, row]));
    return tenants.map(({ id, slug }) => {
      const { requests, errors, lastAt } = byId.get(id)!;
      return { tenant: slug, requests, errors, last_request_at: lastAt?.toISOString() ?? null };
    });
  }

  /** Requests per step, with one line per status class, endpoint or key. */
  async series(tenant: PathTenant, query: SeriesQuery): Promise<SeriesView> {
    const by = query.by ?? 'status';
    const range = this.rangeOf(query);
    const counts = await countBy(this.database, tenant.id, range, by, query.key);
    return {
      step_seconds: STEPS_MS[range.step] / 1_000,
      from: range.from.toISOString(),
      to: range.to.toISOString(),
      series: seriesOf(counts, stepsOf(range), await this.labels(tenant, by)),
      totals: { requests: sumOf(counts, 'requests'), errors: sumOf(counts, 'errors') },
    };
  }

  /** Percentiles per step and of the whole range. */
  async latency(tenantId: string, query: LatencyQuery): Promise<LatencyView> {
    const range = this.rangeOf(query);
    const { steps, all } = await readLatencies(this.database, tenantId, range, query.endpoint);
    const points = stepsOf(range).map(at => pointOf(at, steps.get(at.getTime())));
    return { step_seconds: STEPS_MS[range.step] / 1_000, points, ...percentilesOf(all) };
  }

  /** Errors with advice, most frequent first. */
  async errors(tenantId: string, query: RangeQuery): Promise<ErrorsView> {
    const rows = await rankFailures(this.database, tenantId, this.rangeOf(query));
    return {
      errors: rows.map(({ code, status, requests, lastAt }) => ({
        code,
        status,
        requests,
        last_at: lastAt.toISOString(),
        advice: specOf(code)?.advice ?? DEFAULT_ADVICE,
      })),
    };
  }

  /** The counts behind the charts, one page per step, oldest first. */
  async *counts(tenant: PathTenant, query: UsageExportQuery): AsyncGenerator<UsageCount[]> {
    const { key, endpoint } = query;
    const range = this.rangeOf(query);
    const keys = await this.senders.keysById(tenant.slug);
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

  /** Totals of the last `hours`, and of the period before if the tenant existed then. */
  private async summary(tenant: PathTenant, hours: number, createdAt: Date): Promise<SummaryView> {
    const now = this.clock.now();
    const from = new Date(now.getTime() - hours * HOUR_MS);
    const range = rangeOf({ from: from.toISOString() }, now);
    const earlier = rangeBefore(range, now);
    const [totals, before] = await Promise.all([
      this.totals(tenant, range),
      createdAt <= earlier.from ? this.totals(tenant, earlier) : null,
    ]);
    return { ...totals, before: before?.requests ? before : null };
  }

  private async totals(tenant: PathTenant, range: TimeRange): Promise<PeriodSummary> {
    const [counts, latencies, registrations] = await Promise.all([
      countBy(this.database, tenant.id, range, 'status'),
      readLatencies(this.database, tenant.id, range),
      countRegistrations(this.database, tenant, range.from, range.to),
    ]);
    return {
      requests: sumOf(counts, 'requests'),
      errors: sumOf(counts, 'errors'),
      p95_ms: latencies.all.percentile(0.95),
      registrations,
    };
  }

  private async labels({ slug }: PathTenant, by: Dimension): Promise<Record<string, string>> {
    if (by === 'status') return CLASSES;
    if (by === 'endpoint') return {};
    const keys = await this.senders.keysById(slug);
    return Object.fromEntries([...keys.values()].map(({ id, name, hint }) => [id, hint ? `${name} (${hint})` : name]));
  }

  private rangeOf(query: RangeQuery): TimeRange {
    return rangeOf(query, this.clock.now());
  }
}

const percentilesOf = (buckets: LatencyBuckets | undefined) => ({
  p50_ms: buckets?.percentile(0.5) ?? null,
  p95_ms: buckets?.percentile(0.95) ?? null,
  p99_ms: buckets?.percentile(0.99) ?? null,
});

const pointOf = (at: Date, buckets: LatencyBuckets | undefined): LatencyPoint => ({
  at: at.toISOString(),
  ...percentilesOf(buckets),
});

/** Maximum number of lines of a chart. */
const MAX_LINES = 8;
const OTHER = 'other';

const CLASSES: Record<string, string> = {
  '2xx': '2xx succeeded',
  '3xx': '3xx redirected',
  '4xx': '4xx refused',
  '5xx': '5xx failed',
};

interface Line {
  name: string;
  counts: Count[];
  requests: number;
}

/** Lines of a chart: status classes sorted by name, others by requests. Lines beyond the maximum are merged into one. */
function seriesOf(counts: Count[], steps: Date[], labels: Record<string, string>): SeriesLine[] {
  const names = [...new Set(counts.map(({ name }) => name))];
  const lines = names.map(name => {
    const own = counts.filter(count => count.name === name);
    return lineOf(name, own);
  });
  const isClass = (name: string) => name in CLASSES;
  lines.sort((a, b) => (isClass(a.name) ? a.name.localeCompare(b.name) : b.requests - a.requests));
  if (lines.length > MAX_LINES) {
    const others = lines.splice(MAX_LINES - 1).flatMap(line => line.counts);
    lines.push(lineOf(OTHER, others));
  }
  return lines.map(line => viewOf(line, steps, labels));
}

const lineOf = (name: string, counts: Count[]): Line => ({ name, counts, requests: sumOf(counts, 'requests') });

const sumOf = (counts: Count[], member: 'requests' | 'errors'): number =>
  counts.reduce((sum, count) => sum + count[member], 0);

function viewOf({ name, counts, requests }: Line, steps: Date[], labels: Record<string, string>): SeriesLine {
  const at = new Map<number, number>();
  for (const count of counts) at.set(count.at.getTime(), (at.get(count.at.getTime()) ?? 0) + count.requests);
  const points = steps.map(step => ({ at: step.toISOString(), requests: at.get(step.getTime()) ?? 0 }));
  return { name, label: labels[name] ?? (name === OTHER ? 'all others' : name), requests, points };
}
