import type { Queue } from 'bullmq';
import { withTimeout } from '#platform/clock';
import type { DueRow } from '../storage/due.js';

/** Names of the queues. Failing receivers have their own, so that timeouts do not delay deliveries to the others. */
export const QUEUES = { healthy: 'deliveries', failing: 'deliveries-failing' } as const;

/** IDs of the deliveries to attempt. PostgreSQL has everything else. */
export interface DeliveryJob {
  ids: string[];
}

const MAX_IDS_PER_JOB = 50;

/** More waiting jobs would not be processed sooner. */
const MAX_WAITING_JOBS = 100;

const TIMEOUT_MS = 2_000;

/** The queue did not respond in time. */
export class QueueUnavailable extends Error {}

/** A BullMQ queue whose operations time out. Without a timeout, BullMQ waits until Redis is available again. */
export class DeliveryQueue {
  private waiting: Promise<number> | undefined;

  constructor(private readonly queue: Queue<DeliveryJob>) {
    queue.on('error', () => {}); // BullMQ prints errors without a listener; failed operations report them as well
  }

  /** @throws QueueUnavailable */
  async isFull(): Promise<boolean> {
    return (await orTimeout(this.countWaiting())) >= MAX_WAITING_JOBS;
  }

  isUnavailable(): Promise<boolean> {
    return orTimeout(this.countWaiting()).then(
      () => false,
      () => true,
    );
  }

  /** @throws QueueUnavailable; the jobs may have been added nevertheless */
  async add(due: DueRow[]): Promise<void> {
    await orTimeout(this.queue.addBulk(jobsOf(due).map(data => ({ name: 'deliver', data }))));
  }

  /** Shares one pending request, because BullMQ buffers all requests while Redis is unavailable. */
  private countWaiting(): Promise<number> {
    return (this.waiting ??= this.queue.getWaitingCount().finally(() => (this.waiting = undefined)));
  }
}

/** Creates jobs of one receiver each, so that a slow receiver does not delay others. */
function jobsOf(due: DueRow[]): DeliveryJob[] {
  const byReceiver = new Map<string, string[]>();
  for (const { id, receiver } of due) {
    const ids = byReceiver.get(receiver) ?? [];
    byReceiver.set(receiver, ids);
    ids.push(id);
  }
  const jobs: DeliveryJob[] = [];
  for (const ids of byReceiver.values())
    for (let start = 0; start < ids.length; start += MAX_IDS_PER_JOB)
      jobs.push({ ids: ids.slice(start, start + MAX_IDS_PER_JOB) });
  return jobs;
}

function orTimeout<T>(operation: Promise<T>): Promise<T> {
  return withTimeout(operation, TIMEOUT_MS).catch((error: unknown) => {
    throw new QueueUnavailable((error as Error).message, { cause: error });
  });
}
