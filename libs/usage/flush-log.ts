import { Injectable } from '@nestjs/common';
import { Batcher, Database, notification, Notifications, NOTIFY } from '#platform/database';
import { ServiceUnavailable } from '#platform/http';

/** Topic of notifications that ask all processes to write their waiting entries. */
export const FLUSH_TOPIC = 'usage.flush';

/** A confirmation takes a second at most. */
const MAX_ATTEMPTS = 3;

/** Makes all processes write what they have answered, for readers that cannot miss a request. */
@Injectable()
export class FlushLog {
  /** One flush serves all readers that were waiting when it began. */
  private readonly waiting = new Batcher<void>(readers => this.flush().then(() => readers), { maxSize: Infinity });

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
  ) {}

  /**
   * Resolves when the log has every request that was answered before the call.
   * @throws ServiceUnavailable
   */
  execute(): Promise<void> {
    return this.waiting.add();
  }

  private async flush(): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      await this.database.query({ text: NOTIFY, values: notification(FLUSH_TOPIC, 'all') });
      if (await this.notifications.confirmed()) return;
    }
    throw new ServiceUnavailable('Some processes did not write their requests to the log in time. Retry.', 1);
  }
}
