import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import type { LatencyQuery, LatencyView } from '../contract.js';
import type { LatencyBuckets } from '../model/latency-buckets.js';
import { rangeOf, STEPS_MS, stepsOf } from '../model/time-range.js';
import { readLatencies } from '../storage/latencies.js';

/**
 * Returns latency percentiles per step and for the whole range.
 * @throws InvalidRange
 */
@Injectable()
export class FindLatency {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(tenantId: string, query: LatencyQuery): Promise<LatencyView> {
    const range = rangeOf(query, this.clock.now());
    const { steps, all } = await readLatencies(this.database, tenantId, range, query.endpoint);
    return {
      step_seconds: STEPS_MS[range.step] / 1_000,
      points: stepsOf(range).map(at => pointOf(at, steps.get(at.getTime()))),
      ...percentilesOf(all),
    };
  }
}

const percentilesOf = (buckets: LatencyBuckets | undefined) => ({
  p50_ms: buckets?.percentile(0.5) ?? null,
  p95_ms: buckets?.percentile(0.95) ?? null,
  p99_ms: buckets?.percentile(0.99) ?? null,
});

const pointOf = (at: Date, buckets: LatencyBuckets | undefined) => ({
  at: at.toISOString(),
  ...percentilesOf(buckets),
});
