import { realTime } from '../real-time.js';

/** How long one poll takes on a machine that is not busy, in milliseconds. */
const USUAL_POLL = 100;

/**
 * A duration that is over after some time and after as many polls as an idle machine would make meanwhile: on a busy one,
 * everything takes longer, and a slow shop must not look like a wrong one.
 */
export class Patience {
  #since = realTime.now();
  #polls = 0;

  /** Begins again. */
  restart(): void {
    this.#since = realTime.now();
    this.#polls = 0;
  }

  count(): void {
    this.#polls++;
  }

  isOver(duration: number): boolean {
    return realTime.now() - this.#since >= duration && this.#polls >= duration / USUAL_POLL;
  }
}
