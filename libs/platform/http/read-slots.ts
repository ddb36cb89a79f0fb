import { Injectable } from '@nestjs/common';
import { TooManyReads } from './errors.js';

/** Reads of one caller that run at the same time in a process. A read can use several connections. */
const MAX_RUNNING_PER_CALLER = 2;

/** Reads of all callers that run at the same time in a process: half as many as it has database connections. */
const MAX_RUNNING = 8;

/** Reads of one caller that wait for a slot. */
const MAX_WAITING_PER_CALLER = 100;

interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Bounds the reads that run at the same time, so that those of one caller leave database connections to all others. A waiting
 * read holds no connection. Callers take turns.
 */
@Injectable()
export class ReadSlots {
  private readonly lines = new Map<string, Line>();
  private running = 0;

  /**
   * Runs a read when there is a slot for it.
   * @param isHeld whether the caller's waiting reads are bounded elsewhere
   * @throws TooManyReads
   */
  async run<T>(caller: string, read: () => Promise<T>, { isHeld = false } = {}): Promise<T> {
    const line = this.lines.get(caller) ?? { running: 0, waiting: [] };
    if (!isHeld && line.waiting.length >= MAX_WAITING_PER_CALLER) throw new TooManyReads();
    this.lines.set(caller, line);
    const turn = new Promise<void>(resolve => line.waiting.push(resolve));
    this.startNext();
    await turn;
    try {
      return await read();
    } finally {
      this.running--;
      line.running--;
      if (line.running === 0 && line.waiting.length === 0) this.lines.delete(caller);
      this.startNext();
    }
  }

  private startNext(): void {
    if (this.running >= MAX_RUNNING) return;
    for (const [caller, line] of this.lines) {
      if (line.running >= MAX_RUNNING_PER_CALLER || line.waiting.length === 0) continue;
      this.running++;
      line.running++;
      line.waiting.shift()!();
      // To the end of the round.
      this.lines.delete(caller);
      this.lines.set(caller, line);
      return;
    }
  }
}
