import { realTime } from '../real-time.js';
import type { Browser } from './customer.js';
import type { Purchase, Step } from './options.js';
import { sleep } from './sleep.js';
import { compare, normalize, type Value } from './state.js';

const POLL = 100;
/** Equal answers of a shop that has done what it can do. */
const RESTING = 3;
const NONE: ReadonlySet<string> = new Set();

export interface ExpectedState {
  state: Value;
  /** Members that may differ. */
  ignored: ReadonlySet<string>;
}

/** What a shop says about a purchase. */
export class ShopState {
  constructor(
    private readonly step: Step | undefined,
    private readonly customer: Browser,
    private readonly purchase: Purchase,
  ) {}

  /** Undefined if the shop shows no state. */
  async ask(): Promise<Value | undefined> {
    if (!this.step) return undefined;
    const outcome = await this.step(this.customer, this.purchase);
    if (typeof outcome === 'number') return { status: outcome, body: null };
    return { status: outcome.status, body: normalize(await outcome.text(), this.purchase) };
  }

  /** The state that the shop has shown for a moment. */
  async askAtRest(): Promise<Value | undefined> {
    let state = await this.ask();
    for (let same = 0; same < RESTING; same++) {
      await sleep(POLL);
      const now = await this.ask();
      if (compare(state, now, NONE).length > 0) same = -1;
      state = now;
    }
    return state;
  }

  /** Asks until the state is the expected one, at most for `patience` milliseconds. */
  async askUntil(expected: ExpectedState | undefined, patience: number): Promise<Value | undefined> {
    const deadline = realTime.now() + patience;
    for (;;) {
      const value = await this.ask();
      if (!expected || realTime.now() >= deadline) return value;
      if (compare(expected.state, value, expected.ignored).length === 0) return value;
      await sleep(POLL);
    }
  }
}
