import { Injectable } from '@nestjs/common';
import { withTimeout } from '#platform/process/clock';
import { Database, MAX_WRITE_SECONDS, oldestWrite } from '#platform/database';
import { Metrics } from '#platform/http';
import type { Problem } from './contract.js';

type ProcessState = 'starting' | 'up' | 'closing';

/** A process that needs longer counts as not ready. Below the timeout of polled gauges, after which the metric would be omitted. */
const METRIC_TIMEOUT_MS = 800;

/** Whether this process should receive requests. */
@Injectable()
export class Readiness {
  private state: ProcessState = 'up';

  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    metrics.polledGauge('nameyard_ready', 'Whether the process is ready for requests: 1 or 0.', () =>
      withTimeout(this.check(), METRIC_TIMEOUT_MS).then(
        ({ database, process }) => (database === 'up' && process === 'up' ? 1 : 0),
        () => 0,
      ),
    );
    metrics.gauge(
      'nameyard_postgres_disk_full',
      'Whether a statement has failed in the last minute because the disk of PostgreSQL was full: 1 or 0.',
      () => Number(this.database.isDiskFull),
    );
  }

  get process(): ProcessState {
    return this.state;
  }

  /** Reports not ready during `work`, which creates data that requests need, such as the first key. */
  async whileStarting<T>(work: () => Promise<T>): Promise<T> {
    this.state = 'starting';
    const result = await work();
    // A shutdown may have begun during `work`.
    if (this.process === 'starting') this.state = 'up';
    return result;
  }

  /** Reports not ready, so that load balancers stop sending requests. Accepted requests are still answered. */
  close(): void {
    this.state = 'closing';
  }

  /** Called if `oldestWrite` fails, for example because the user may not read pg_stat_activity. */
  private isDatabaseUp(): Promise<boolean> {
    return this.database.query({ text: 'SELECT 1' }).then(
      () => true,
      () => false,
    );
  }

  async check(): Promise<{ database: 'up' | 'away'; process: ProcessState; problems: Problem[] }> {
    const oldest = await oldestWrite.first(this.database, {}).then(
      row => row!.seconds,
      () => undefined,
    );
    const isUp = oldest !== undefined || (await this.isDatabaseUp());
    const problems: Problem[] = [];
    if (this.database.isDiskFull) problems.push('disk_full');
    if (oldest !== undefined && oldest > MAX_WRITE_SECONDS) problems.push('write_transaction_open');
    return { database: isUp ? 'up' : 'away', process: this.process, problems };
  }
}
