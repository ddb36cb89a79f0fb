import { realTime } from '../real-time.js';
import type { Customer, Purchase, Step } from './options.js';

/** Longer than the longest delay that a fault adds to a request of the shop, in milliseconds. */
const TIMEOUT = 90_000;

/** What the shop told a customer. `again`: the customer should try again later. */
export type Verdict = 'yes' | 'no' | 'again';

/** The response to a request of the customer. Times are milliseconds since 1970. */
export interface ShopResponse {
  verdict: Verdict;
  /** The status, for example `303`, or `no answer` with the cause. */
  text: string;
  started: number;
  ended: number;
}

/** A customer with a separate browser, which stores cookies. */
export class Browser implements Customer {
  readonly #shop: string;
  readonly #signal: AbortSignal;
  readonly #cookies = new Map<string, string>();

  constructor(shop: string, signal: AbortSignal) {
    this.#shop = shop;
    this.#signal = signal;
  }

  async fetch(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
    const sent = new Headers(headers);
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`);
    if (cookies.length > 0) sent.set('Cookie', cookies.join('; '));
    const controller = new AbortController();
    const timer = realTime.setTimeout(() => controller.abort(new Error('The shop did not answer.')), TIMEOUT);
    const onAbort = () => controller.abort(this.#signal.reason);
    this.#signal.addEventListener('abort', onAbort);
    this.#signal.throwIfAborted();
    try {
      const url = new URL(path, this.#shop);
      const response = await fetch(url, { redirect: 'manual', ...init, headers: sent, signal: controller.signal });
      for (const cookie of response.headers.getSetCookie()) this.#store(cookie);
      const body = await response.arrayBuffer();
      return new Response(body.byteLength > 0 ? body : null, response);
    } finally {
      realTime.clearTimeout(timer);
      this.#signal.removeEventListener('abort', onAbort);
    }
  }

  /** Sends the request of a step. */
  async call(step: Step, purchase: Purchase): Promise<ShopResponse> {
    const started = realTime.now();
    const answered = (verdict: Verdict, text: string) => ({ verdict, text, started, ended: realTime.now() });
    try {
      const outcome = await step(this, purchase);
      const status = typeof outcome === 'number' ? outcome : outcome.status;
      return answered(verdictOf(status), String(status));
    } catch (error) {
      this.#signal.throwIfAborted();
      return answered('again', `no answer (${causeOf(error)})`);
    }
  }

  #store(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';');
    const [name = '', ...value] = pair.split('=');
    const isRemoved = attributes.some(attribute => /^\s*(?:max-age=(?:0|-)|expires=.*\b1970\b)/i.test(attribute));
    if (isRemoved) this.#cookies.delete(name.trim());
    else this.#cookies.set(name.trim(), value.join('=').trim());
  }
}

/** 4xx statuses after which a customer may try again: timeouts, conflicts with another attempt, and rate limits. */
const AGAIN = [408, 409, 425, 429];

const verdictOf = (status: number): Verdict =>
  status < 400 ? 'yes' : status >= 500 || AGAIN.includes(status) ? 'again' : 'no';

/** Why a request failed. `fetch` hides the reason in the cause. */
export function causeOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
