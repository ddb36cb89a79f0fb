import type { Browser } from './customer.js';
import type { Purchase, Step } from './options.js';
import { Patience } from './patience.js';
import { compare, normalize, type Value } from './state.js';

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

  /** The state that the shop has shown for some milliseconds. */
  async askAtRest(duration: number): Promise<Value | undefined> {
    const patience = new Patience();
    let state = await this.ask();
    while (!patience.isOver(duration)) {
      await patience.pause();
      const now = await this.ask();
      if (compare(state, now, NONE).length > 0) patience.restart();
      state = now;
    }
    return state;
  }

  /** Asks until the state is the expected one, at most for `patience` milliseconds. */
  async askUntil(expected: ExpectedState | undefined, duration: number): Promise<Value | undefined> {
    const patience = new Patience();
    for (;;) {
      const value = await this.ask();
      if (!expected || patience.isOver(duration)) return value;
      if (compare(expected.state, value, expected.ignored).length === 0) return value;
      await patience.pause();
    }
  }
}
