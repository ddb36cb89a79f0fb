import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';

type ProcessState = 'starting' | 'up' | 'closing';

/** Whether this process should receive requests. */
@Injectable()
export class Readiness {
  private state: ProcessState = 'up';

  constructor(private readonly database: Database) {}

  get process(): ProcessState {
    return this.state;
  }

  /** Not ready while `work` prepares what requests need, such as the first key of a new database. */
  async whileStarting<T>(work: () => Promise<T>): Promise<T> {
    this.state = 'starting';
    const result = await work();
    // A shutdown may have begun in the meantime.
    if (this.process === 'starting') this.state = 'up';
    return result;
  }

  /** Reports not ready, so that load balancers stop sending requests. Accepted requests are still answered. */
  close(): void {
    this.state = 'closing';
  }

  async check(): Promise<{ database: 'up' | 'away'; process: ProcessState }> {
    const database = await this.database.query({ text: 'SELECT 1' }).then(
      () => 'up' as const,
      () => 'away' as const,
    );
    return { database, process: this.process };
  }
}
