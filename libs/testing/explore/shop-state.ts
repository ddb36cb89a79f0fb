import type { Browser } from './customer.js';
import type { Purchase, Step } from './options.js';
import { Patience } from './patience.js';
import { compare, normalize, type Value } from './state.js';

const NONE: ReadonlySet<string> = new Set();

export interface ExpectedState {
  state: Value;
  /** Names and paths of members that may differ. */
  ignored: ReadonlySet<string>;
}

/** Asks a shop for the state of a purchase. */
export class ShopState {
  constructor(
    private readonly step: Step | undefined,
    private readonly customer: Browser,
    private readonly purchase: Purchase,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Returns the present state; undefined if the options have no `state`.
   * @throws the error of the step, for example if there is no response
   */
  async ask(): Promise<Value | undefined> {
    if (!this.step) return undefined;
    const outcome = await this.step(this.customer, this.purchase);
    if (typeof outcome === 'number') return { status: outcome, body: null };
    return { status: outcome.status, body: normalize(await outcome.text(), this.purchase) };
  }

  /** Like `ask`, but returns undefined if there is no response: a busy shop must not end the exploration. */
  async tryToAsk(): Promise<Value | undefined> {
    try {
      return await this.ask();
    } catch {
      this.signal.throwIfAborted();
      return undefined;
    }
  }

  /** Asks until the state has not changed for `duration` milliseconds. */
  async askUntilStable(duration: number): Promise<Value | undefined> {
    const patience = new Patience();
    let state = await this.tryToAsk();
    while (!patience.isOver(duration)) {
      await patience.pause();
      const now = await this.tryToAsk();
      if (compare(state, now, NONE).length > 0) patience.restart();
      state = now;
    }
    return state;
  }

  /**
   * Asks until the state is as expected, for at most `duration` milliseconds. Without an expected state, asks until there is a
   * response.
   */
  async askUntilExpected(expected: ExpectedState | undefined, duration: number): Promise<Value | undefined> {
    const patience = new Patience();
    for (;;) {
      const value = await this.tryToAsk();
      if (!this.step || patience.isOver(duration)) return value;
      if (expected ? compare(expected.state, value, expected.ignored).length === 0 : value !== undefined) return value;
      await patience.pause();
    }
  }
}
