import type { Queue } from 'bullmq';
import { withTimeout } from '#platform/clock';
import type { DueRow } from '../storage/due.js';
import type { DeliveryJob } from './queue.js';

const PER_JOB = 50;

/** When so many jobs wait already, more of them would only wait longer. */
const MOST_WAITING = 100;

const QUEUE_PATIENCE_MS = 2_000;

/** A queue that did not answer in time. */
export class QueueAway extends Error {}

/** One of the queues, asked with patience that ends. */
export class Lane {
  private waiting: Promise<number> | undefined;

  constructor(private readonly queue: Queue<DeliveryJob>) {
    queue.on('error', () => {}); // whatever is asked of it next fails and tells; unheard it would be printed each time
  }

  /** @throws QueueAway */
  async isFull(): Promise<boolean> {
    return (await soon(this.countWaiting())) >= MOST_WAITING;
  }

  /** Whether it does not answer at this moment. */
  isAway(): Promise<boolean> {
    return soon(this.countWaiting()).then(
      () => false,
      () => true,
    );
  }

  /** @throws QueueAway; what was handed on may be in the queue all the same */
  async add(due: DueRow[]): Promise<void> {
    await soon(this.queue.addBulk(jobsOf(due).map(data => ({ name: 'deliver', data }))));
  }

  /** A question that the queue has not answered yet is not asked again: it keeps them all for when it is back. */
  private countWaiting(): Promise<number> {
    return (this.waiting ??= this.queue.getWaitingCount().finally(() => (this.waiting = undefined)));
  }
}

/** Each job has deliveries of one receiver, so that a slow one holds up nobody else's. */
function jobsOf(due: DueRow[]): DeliveryJob[] {
  const byReceiver = new Map<string, string[]>();
  for (const { id, receiver } of due) {
    const ids = byReceiver.get(receiver) ?? [];
    byReceiver.set(receiver, ids);
    ids.push(id);
  }
  const jobs: DeliveryJob[] = [];
  for (const ids of byReceiver.values())
    for (let start = 0; start < ids.length; start += PER_JOB) jobs.push({ ids: ids.slice(start, start + PER_JOB) });
  return jobs;
}

/** A queue that cannot be reached does not answer until it is back. */
function soon<T>(answer: Promise<T>): Promise<T> {
  return withTimeout(answer, QUEUE_PATIENCE_MS).catch((error: unknown) => {
    throw new QueueAway((error as Error).message, { cause: error });
  });
}
