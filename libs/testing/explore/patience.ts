import { realTime } from '../real-time.js';
import { sleep } from './sleep.js';

/** Time between two polls in milliseconds: a quarter of all pauses so far, within these bounds. */
const PAUSE = { min: 100, max: 400 };

/**
 * Waits between polls, and measures how long nothing has changed. Both the elapsed time and the sum of the pauses must
 * reach a duration: on a busy machine, time passes with fewer polls, and a slow shop must not look like a wrong one.
 */
export class Patience {
  #since = realTime.now();
  /** Sum of the pauses since the start in milliseconds. */
  #paused = 0;

  /** Restarts the measurement, because something has changed. */
  restart(): void {
    this.#since = realTime.now();
    this.#paused = 0;
  }

  /** Waits until the next poll. */
  async pause(): Promise<void> {
    const duration = Math.min(PAUSE.max, Math.max(PAUSE.min, this.#paused / 4));
    await sleep(duration);
    this.#paused += duration;
  }

  isOver(duration: number): boolean {
    return realTime.now() - this.#since >= duration && this.#paused >= duration;
  }
}
