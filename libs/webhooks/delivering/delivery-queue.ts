import type { Queue } from 'bullmq';
import { withTimeout } from '#platform/clock';
import type { DueReceiver } from '../storage/cursors.js';

/** Names of the queues. Failing receivers have their own, so that timeouts do not delay deliveries to the others. */
export const QUEUES = { healthy: 'receivers', failing: 'receivers-failing' } as const;

/** The receiver to send to. PostgreSQL has everything else. */
export interface ReceiverJob {
  receiver: string;
}

const TIMEOUT_MS = 2_000;

/** The queue did not respond in time. */
export class QueueUnavailable extends Error {}

/** A BullMQ queue whose operations time out. Without a timeout, BullMQ waits until Redis is available again. */
export class DeliveryQueue {
  private probe: Promise<unknown> | undefined;

  constructor(private readonly queue: Queue<ReceiverJob>) {
    queue.on('error', () => {}); // BullMQ prints errors without a listener; failed operations report them as well
  }

  /**
   * Shares one pending request, because BullMQ buffers all requests while Redis is unavailable.
   * @throws QueueUnavailable
   */
  async check(): Promise<void> {
    this.probe ??= this.queue.getWaitingCount().finally(() => (this.probe = undefined));
    await orTimeout(this.probe);
  }

  /**
   * Adds a job for each receiver, unless one is waiting since the last lease.
   * @throws QueueUnavailable; the jobs may have been added nevertheless
   */
  async add(receivers: DueReceiver[]): Promise<void> {
    const jobs = receivers.map(({ id: receiver, holder }) => {
      return { name: 'deliver', data: { receiver }, opts: { jobId: holder ?? receiver } };
    });
    if (jobs.length > 0) await orTimeout(this.queue.addBulk(jobs));
  }
}

function orTimeout<T>(operation: Promise<T>): Promise<T> {
  return withTimeout(operation, TIMEOUT_MS).catch((error: unknown) => {
    throw new QueueUnavailable((error as Error).message, { cause: error });
  });
}
