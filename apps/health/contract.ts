import { Property } from '#platform/contract';

export class Liveness {
  /** `closing` during a graceful shutdown. */
  @Property({ enum: ['ok', 'closing'] }) status: 'ok' | 'closing';
}

export const PROBLEMS = ['disk_full', 'write_transaction_open'] as const;
export type Problem = (typeof PROBLEMS)[number];

class ReadinessChecks {
  /** Whether the database is available. */
  @Property({ enum: ['up', 'away'] }) database: 'up' | 'away';

  /**
   * `starting` until the first key and operator exist (`nameyard start` only), `closing` during a graceful shutdown.
   */
  @Property({ enum: ['starting', 'up', 'closing'] }) process: 'starting' | 'up' | 'closing';
}

export class ReadinessReport {
  /** Whether all checks have passed. */
  @Property({ enum: ['ok', 'unavailable'] }) status: 'ok' | 'unavailable';

  /** Results of the checks. */
  checks: ReadinessChecks;

  /**
   * Problems of PostgreSQL: a statement of this process has failed in the last minute because the disk was full, or a write
   * transaction has been open for more than 20 seconds. Absent without problems.
   */
  @Property({ enum: PROBLEMS, isArray: true }) problems?: Problem[];
}
