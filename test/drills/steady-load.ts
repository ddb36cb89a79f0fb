import type { ServiceClient, ServiceResponse } from '../processes/client.js';

/** Of five requests, three are searches, one is an order and one its checkout. */
const GROUP = 5;

/** Purchases and searches at an even rate, whether or not earlier ones have been answered. */
export class SteadyLoad {
  sent = 0;
  /** Number of failed requests by reason. */
  readonly failures = new Map<string, number>();
  private latencies: number[] = [];
  private readonly pending = new Set<Promise<void>>();
  private readonly startedAt = performance.now();
  private readonly timer: NodeJS.Timeout;
  private due = 0;

  constructor(
    private readonly client: ServiceClient,
    private readonly rate: number,
  ) {
    this.timer = setInterval(() => this.sendDue(), 5);
  }

  /** Milliseconds from the time at which each request was due to its answer, since the last call. */
  takeLatencies(): number[] {
    const taken = this.latencies;
    this.latencies = [];
    return taken;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.pending);
  }

  private sendDue(): void {
    const now = performance.now();
    for (; this.dueAt(this.due) <= now; this.due += GROUP) {
      const number = this.due;
      const searches = [1, 2, 3].map(index => this.search(number, index));
      for (const part of [...searches, this.buy(number)]) {
        this.pending.add(part);
        void part.finally(() => this.pending.delete(part));
      }
    }
  }

  private dueAt = (number: number) => this.startedAt + (number * 1000) / this.rate;

  private async search(number: number, index: number): Promise<void> {
    await this.measure(number, () => this.client.search(`search-${number}-${index}.com`));
  }

  private async buy(number: number): Promise<void> {
    const order = await this.measure(number, () => this.client.order(`soak-${number}.com`));
    if (!order) return;
    await this.measure(null, () => this.client.checkout(String(order.body.data.order_id), `soak-${number}`));
  }

  private async measure(
    number: number | null,
    send: () => Promise<ServiceResponse>,
  ): Promise<ServiceResponse | undefined> {
    this.sent++;
    const due = number === null ? performance.now() : this.dueAt(number);
    const outcome = await send().catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
    this.latencies.push(performance.now() - due);
    if (typeof outcome !== 'string' && outcome.code === 'ok') return outcome;
    const reason = typeof outcome === 'string' ? outcome : `${outcome.status} ${outcome.code}`;
    this.failures.set(reason, (this.failures.get(reason) ?? 0) + 1);
    return undefined;
  }
}
