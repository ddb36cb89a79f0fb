import { Inject, Injectable } from '@nestjs/common';
import { type Settings, SETTINGS } from '../process/config/settings.js';
import { TooManyReads } from './http-errors.js';

/** Maximum number of concurrent reads of one caller in a process. A read can use several connections. */
const MAX_RUNNING_PER_CALLER = 2;

/** Maximum number of reads of one caller that wait for a slot. */
const MAX_WAITING_PER_CALLER = 100;

interface Queue {
  running: number;
  waiting: (() => void)[];
  /** Number of waiting reads that count towards the maximum. */
  bounded: number;
}

/**
 * Limits concurrent reads, in total and per caller, so that one caller leaves database connections to the others. A
 * waiting read holds no connection. Free slots go to the callers in rotation.
 */
@Injectable()
export class ReadSlots {
  private readonly queues = new Map<string, Queue>();
  private running = 0;
  /** Maximum number of concurrent reads of all callers in a process. */
  private readonly maxRunning: number;

  constructor(@Inject(SETTINGS) { databasePoolSize }: Pick<Settings, 'databasePoolSize'>) {
    this.maxRunning = Math.floor(databasePoolSize / 2);
  }

  /**
   * Runs a read when there is a slot for it.
   * @param isAdmitted whether the maximum of waiting reads does not apply, because another limit has admitted the read
   * @throws TooManyReads
   */
  async run<T>(caller: string, read: () => Promise<T>, { isAdmitted = false } = {}): Promise<T> {
    const queue = this.queues.get(caller) ?? { running: 0, waiting: [], bounded: 0 };
    if (!isAdmitted && queue.bounded >= MAX_WAITING_PER_CALLER) throw new TooManyReads();
    this.queues.set(caller, queue);
    const turn = new Promise<void>(resolve => queue.waiting.push(resolve));
    if (!isAdmitted) queue.bounded++;
    this.startNext();
    await turn;
    if (!isAdmitted) queue.bounded--;
    try {
      return await read();
    } finally {
      this.running--;
      queue.running--;
      if (queue.running === 0 && queue.waiting.length === 0) this.queues.delete(caller);
      this.startNext();
    }
  }

  private startNext(): void {
    if (this.running >= this.maxRunning) return;
    for (const [caller, queue] of this.queues) {
      if (queue.running >= MAX_RUNNING_PER_CALLER || queue.waiting.length === 0) continue;
      this.running++;
      queue.running++;
      queue.waiting.shift()!();
      // Moves the caller to the end of the rotation.
      this.queues.delete(caller);
      this.queues.set(caller, queue);
      return;
    }
  }
}
