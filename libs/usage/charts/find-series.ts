import { Injectable } from '@nestjs/common';
import { type PathTenant } from '#identity/access';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import type { SeriesLine, SeriesQuery, SeriesView } from '../contract.js';
import { FindRequestKeys } from '../find-request-keys.js';
import { rangeOf, STEPS_MS, stepsOf } from '../model/time-range.js';
import { type Count, countBy, type Dimension } from '../storage/counts.js';

/** Maximum number of lines of a chart; the others are merged into one. */
const MAX_LINES = 8;
const OTHER = 'other';

const CLASSES: Record<string, string> = {
  '2xx': '2xx succeeded',
  '4xx': '4xx refused',
  '5xx': '5xx failed',
};

/**
 * Returns the number of requests per step, with one line per status class, endpoint or key.
 * @throws InvalidRange
 */
@Injectable()
export class FindSeries {
  constructor(
    private readonly keys: FindRequestKeys,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(tenant: PathTenant, query: SeriesQuery): Promise<SeriesView> {
    const by = query.by ?? 'status';
    const range = rangeOf(query, this.clock.now());
    const counts = await countBy(this.database, tenant.id, range, by, query.key);
    const labels = await this.labels(tenant, by);
    const steps = stepsOf(range);
    return {
      step_seconds: STEPS_MS[range.step] / 1_000,
      from: range.from.toISOString(),
      to: range.to.toISOString(),
      series: linesOf(counts).map(line => viewOf(line, steps, labels)),
      totals: { requests: sumOf(counts, 'requests'), errors: sumOf(counts, 'errors') },
    };
  }

  private async labels({ slug }: PathTenant, by: Dimension): Promise<Record<string, string>> {
    if (by === 'status') return CLASSES;
    if (by === 'endpoint') return {};
    const keys = await this.keys.execute(slug);
    return Object.fromEntries([...keys.values()].map(({ id, name, hint }) => [id, hint ? `${name} (${hint})` : name]));
  }
}

interface Line {
  name: string;
  counts: Count[];
  requests: number;
}

/** Sorts status classes by name and other lines by requests, and merges lines above the maximum. */
function linesOf(counts: Count[]): Line[] {
  const names = [...new Set(counts.map(({ name }) => name))];
  const lines = names.map(name =>
    lineOf(
      name,
      counts.filter(count => count.name === name),
    ),
  );
  const isClass = (name: string) => name in CLASSES;
  lines.sort((a, b) => (isClass(a.name) ? a.name.localeCompare(b.name) : b.requests - a.requests));
  if (lines.length <= MAX_LINES) return lines;
  const rest = lines.slice(MAX_LINES - 1).flatMap(line => line.counts);
  return [...lines.slice(0, MAX_LINES - 1), lineOf(OTHER, rest)];
}

const lineOf = (name: string, counts: Count[]): Line => ({ name, counts, requests: sumOf(counts, 'requests') });

const sumOf = (counts: Count[], member: 'requests' | 'errors') => counts.reduce((sum, count) => sum + count[member], 0);

function viewOf({ name, counts, requests }: Line, steps: Date[], labels: Record<string, string>): SeriesLine {
  const at = new Map<number, number>();
  for (const count of counts) at.set(count.at.getTime(), (at.get(count.at.getTime()) ?? 0) + count.requests);
  const points = steps.map(step => ({ at: step.toISOString(), requests: at.get(step.getTime()) ?? 0 }));
  return { name, label: labels[name] ?? (name === OTHER ? 'all others' : name), requests, points };
}
