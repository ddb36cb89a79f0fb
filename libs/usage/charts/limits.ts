import { Injectable } from '@nestjs/common';
import { Keys } from '#api-keys';
import type { PathTenant } from '#identity/access';
import { Database } from '#platform/database';
import { Clock } from '#platform/process/clock';
import type { ExceededLimit, LimitLine, LimitPoint, LimitsQuery, LimitsView } from '../contract.js';
import { rangeOf, STEPS_MS, stepsOf, type TimeRange } from '../model/time-range.js';
import { Senders } from '../senders.js';
import { type Count, countBy } from '../storage/counts.js';
import { findExceeded } from '../storage/limits.js';
import { periodValues } from '../storage/senders.js';

const MINUTE_MS = 60_000;

const MAX_LINES = 8;

/** Compares the requests of API keys with their limits. */
@Injectable()
export class Limits {
  constructor(
    private readonly keys: Keys,
    private readonly senders: Senders,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidRange */
  async view(tenant: PathTenant, query: LimitsQuery): Promise<LimitsView> {
    const range = rangeOf(query, this.clock.now());
    const limits = new Map((await this.keys.list(tenant.slug)).map(({ id, limit }) => [id, limit]));
    return {
      step_seconds: STEPS_MS[range.step] / 1_000,
      lines: await this.lines(tenant, range, limits, query.key),
      exceeded: await this.exceeded(tenant, range, limits, query.key),
      senders: range.step === 'second' ? await this.senders.rank(tenant, { ...range, key: query.key }) : [],
    };
  }

  private async lines(
    tenant: PathTenant,
    { step, ...range }: TimeRange,
    limits: Map<string, number>,
    key: string | undefined,
  ): Promise<LimitLine[]> {
    if (step !== 'second' && step !== 'minute') return [];
    // The point of a second has the requests of 60 seconds, so the minute before the range is read, too.
    const from = step === 'second' ? new Date(range.from.getTime() - MINUTE_MS) : range.from;
    const counts = await countBy(this.database, tenant.id, { ...range, from, step }, 'key', key);
    const keys = await this.senders.keysById(tenant.slug);
    return [...limits]
      .map(([id, limit]) => ({ id, limit, own: counts.filter(({ name }) => name === id) }))
      .filter(({ own }) => own.length > 0)
      .sort((a, b) => sumOf(b.own) - sumOf(a.own))
      .slice(0, MAX_LINES)
      .map(({ id, limit, own }) => ({
        key: keys.get(id)!,
        limit,
        points: pointsOf(own, stepsOf({ ...range, step }), step === 'second'),
      }));
  }

  private async exceeded(
    tenant: PathTenant,
    { from, to }: TimeRange,
    limits: Map<string, number>,
    key: string | undefined,
  ): Promise<ExceededLimit[]> {
    const keys = await this.senders.keysById(tenant.slug);
    const rows = await findExceeded.run(this.database, periodValues(tenant, { from, to, key }));
    return rows.map(({ at, keyId, refused }) => ({
      at: at.toISOString(),
      key: keys.get(keyId) ?? null,
      limit: limits.get(keyId) ?? null,
      refused,
    }));
  }
}

const sumOf = (counts: Count[]): number => counts.reduce((sum, { requests }) => sum + requests, 0);

/** One point per step. If `isRolling`, it has the requests of the 60 seconds that end with the step. */
function pointsOf(counts: Count[], steps: Date[], isRolling: boolean): LimitPoint[] {
  const byTime = new Map(counts.map(count => [count.at.getTime(), count]));
  const lengthMs = isRolling ? MINUTE_MS : 1;
  return steps.map(step => {
    const at = step.getTime();
    const requests = sumOf(counts.filter(count => count.at.getTime() > at - lengthMs && count.at.getTime() <= at));
    return { at: step.toISOString(), requests, refused: byTime.get(at)?.refused ?? 0 };
  });
}
