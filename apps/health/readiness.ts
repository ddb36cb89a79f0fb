import { Injectable } from '@nestjs/common';
import { Database } from '#platform';

/** Whether this process should be sent requests. */
@Injectable()
export class Readiness {
  private isClosing = false;

  constructor(private readonly database: Database) {}

  /** From now on balancers should look elsewhere; what has been accepted is still answered. */
  close(): void {
    this.isClosing = true;
  }

  get process(): 'up' | 'closing' {
    return this.isClosing ? 'closing' : 'up';
  }

  async check(): Promise<{ database: 'up' | 'away'; process: 'up' | 'closing' }> {
    const database = await this.database.query({ text: 'SELECT 1' }).then(
      () => 'up' as const,
      () => 'away' as const,
    );
    return { database, process: this.process };
  }
}
