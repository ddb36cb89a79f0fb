import type { Traffic } from '../http/traffic.js';

/** Between two batches, while this process has many requests to answer. */
const REST_MS = 1_000;

/** What has waited for so long is told, whatever there is to answer. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Requests come first: somebody waits for their answers. While there are many, what they announce is told at a slower
 * pace, and the rest when they are over; yet nothing waits for that much longer than ten seconds.
 */
export class GivingWay {
  private last = -Infinity;
  private late = false;

  constructor(private readonly traffic: Pick<Traffic, 'isHeavy'>) {}

  /** Whether the next batch is to be left for later. */
  get isDue(): boolean {
    const heavy = this.traffic.isHeavy;
    return heavy && !this.late && performance.now() < this.last + REST_MS;
  }

  /** A batch was begun at `now`, with the events that had waited the longest. */
  note(now: Date, waitingSince: Date | undefined): void {
    this.last = performance.now();
    this.late = waitingSince !== undefined && now.getTime() - waitingSince.getTime() > LONGEST_WAIT_MS;
  }
}
