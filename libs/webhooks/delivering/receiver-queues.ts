import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { withTimeout } from '#platform/process/clock';
import { Metrics } from '#platform/http';
import type { DueReceiver } from '../storage/due.js';

/** Names of the queues. Failing receivers have their own, so that timeouts do not delay deliveries to the others. */
export const QUEUES = { healthy: 'receivers', failing: 'receivers-failing' } as const;

/** A job contains only the ID of the receiver; PostgreSQL has everything else. */
export interface ReceiverJob {
  receiver: string;
}

const TIMEOUT_MS = 2_000;

/** An operation of a queue failed or timed out. */
export class QueueUnavailable extends Error {}

/** The BullMQ queues. Their operations time out; BullMQ alone would wait until Redis is available again. */
@Injectable()
export class ReceiverQueues {
  private probe: Promise<unknown> | undefined;

  constructor(
    @InjectQueue(QUEUES.healthy) private readonly healthy: Queue<ReceiverJob>,
    @InjectQueue(QUEUES.failing) private readonly failing: Queue<ReceiverJob>,
    metrics: Metrics,
  ) {
    // BullMQ prints errors without a listener; failed operations report them as well.
    for (const queue of [healthy, failing]) queue.on('error', () => {});
    metrics.polledGaugeByLabel('nameyard_queue_depth', 'Jobs that wait for a worker, by queue.', 'queue', () =>
      Promise.all([healthy, failing].map(async queue => [queue.name, await queue.getWaitingCount()] as const)),
    );
  }

  /**
   * Shares one pending request, because BullMQ buffers all requests while Redis is unavailable.
   * @throws QueueUnavailable
   */
  async check(): Promise<void> {
    this.probe ??= this.healthy.getWaitingCount().finally(() => (this.probe = undefined));
    await orTimeout(this.probe);
  }

  /**
   * Adds a job for each receiver, unless a job that was added after its last lease is still waiting.
   * @throws QueueUnavailable; the jobs may have been added nevertheless
   */
  async add(receivers: DueReceiver[]): Promise<void> {
    for (const isFailing of [false, true]) {
      const jobs = receivers.filter(receiver => receiver.isFailing === isFailing).map(jobOf);
      if (jobs.length > 0) await orTimeout((isFailing ? this.failing : this.healthy).addBulk(jobs));
    }
  }
}

const jobOf = ({ id: receiver, holder }: DueReceiver) => ({
  name: 'deliver',
  data: { receiver },
  opts: { jobId: holder ?? receiver },
});

function orTimeout<T>(operation: Promise<T>): Promise<T> {
  return withTimeout(operation, TIMEOUT_MS).catch((error: unknown) => {
    throw new QueueUnavailable((error as Error).message, { cause: error });
  });
}
