import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceClient, ServiceResponse } from '../processes/client.js';

/** Between requests that are repeated, and between purchases: the drill tests recovery, not throughput. */
const PAUSE_MS = 100;

/** How long a shopper repeats a request; longer than any fault. */
const PATIENCE_MS = 120_000;

/** Without an answer in this time, for example from a paused container, the request is repeated. */
const TIMEOUT_MS = 10_000;

/** The calls of a purchase. */
export type Shop = Pick<ServiceClient, 'order' | 'checkout'>;

/** Purchases of concurrent shoppers, who repeat each request with the same idempotency key until it is answered. */
export class Purchases {
  /** Orders whose payment was confirmed. */
  readonly paid: string[] = [];
  /** Requests that were repeated, by reason. */
  readonly repeated = new Map<string, number>();
  /** Answers that no shopper expects. */
  readonly unexpected: string[] = [];

  constructor(
    private readonly client: () => Shop,
    private readonly pauseMs = PAUSE_MS,
  ) {}

  /** Buys one domain after the other until `hasEnded` returns true; the last purchase is completed. */
  async shop(shopper: number, hasEnded: () => boolean): Promise<void> {
    const client = this.client();
    for (let number = 0; !hasEnded(); number++) {
      await this.buy(client, `drill-${shopper}-${number}.com`);
      await sleep(PAUSE_MS);
    }
  }

  async buy(client: Shop, domain: string): Promise<void> {
    const [orderKey, paymentKey] = [randomUUID(), randomUUID()];
    const order = await this.answerTo(domain, () => client.order(domain, orderKey));
    if (order?.code !== 'ok') return this.report(domain, order);
    const id = String(order.body.data.order_id);
    const payment = await this.answerTo(domain, () => client.checkout(id, domain, paymentKey));
    if (payment?.code !== 'ok') return this.report(domain, payment);
    this.paid.push(id);
  }

  private report(domain: string, answer: ServiceResponse | undefined): void {
    this.unexpected.push(`${domain}: ${answer?.code ?? `no answer in ${PATIENCE_MS / 1000} s`}`);
  }

  /** Repeats a request until its answer is final. */
  private async answerTo(domain: string, send: () => Promise<ServiceResponse>): Promise<ServiceResponse | undefined> {
    const deadline = performance.now() + PATIENCE_MS;
    while (performance.now() < deadline) {
      const answer = await withTimeout(send()).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
      if (typeof answer !== 'string' && !isTemporary(answer)) return answer;
      const reason = typeof answer === 'string' ? answer : `${answer.status} ${answer.code}`;
      this.repeated.set(reason, (this.repeated.get(reason) ?? 0) + 1);
      await sleep(this.pauseMs);
    }
    return undefined;
  }
}

const isTemporary = ({ status, code }: ServiceResponse) => status >= 500 || code === 'IDEMPOTENCY_IN_PROGRESS';

async function withTimeout(answer: Promise<ServiceResponse>): Promise<ServiceResponse> {
  const controller = new AbortController();
  const timeout = sleep(TIMEOUT_MS, undefined, { signal: controller.signal }).then(() => {
    throw Object.assign(new Error(), { code: 'no answer' });
  });
  timeout.catch(() => {});
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    controller.abort();
    answer.catch(() => {});
  }
}
