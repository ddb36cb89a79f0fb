import { Property } from '#platform/contract';

export class Liveness {
  /** `closing` during a graceful shutdown. */
  @Property({ enum: ['ok', 'closing'] }) status: 'ok' | 'closing';
}

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
}
