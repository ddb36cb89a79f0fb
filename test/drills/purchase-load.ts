import { setTimeout as sleep } from 'node:timers/promises';
import { type Credentials, ServiceClient, type ServiceResponse } from '../processes/client.js';
import { Purchases } from './purchases.js';

/** Without a response in this time, the request is repeated at another address. */
const TIMEOUT_MS = 3_000;

/** Between repetitions. Many purchases wait during an outage, and must not overload the service after it. */
const PAUSE_MS = 1_000;

const CONNECT_TIMEOUT_MS = 1_000;

/** How long an address is left out after it did not respond. */
const AWAY_MS = 5_000;

/** A request with a 5xx response or none. Its shopper repeats it. */
export interface Refusal {
  /** When it was sent, on the clock of `performance`. */
  at: number;
  reason: string;
}

/** Purchases at an even rate through several addresses, of which some may not respond. */
export class PurchaseLoad {
  readonly refusals: Refusal[] = [];
  private readonly purchases: Purchases;
  private readonly addresses: Address[];
  private readonly pending = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private number = 0;
  private turn = 0;
  private latencies: number[] = [];

  /** @param rate purchases per second: an order and its checkout */
  constructor(
    origins: string[],
    credentials: Credentials,
    private readonly rate: number,
  ) {
    this.addresses = origins.map(origin => new Address(origin, credentials));
    this.purchases = new Purchases(() => this, PAUSE_MS);
  }

  /** Orders whose payment was confirmed. */
  get paid(): string[] {
    return this.purchases.paid;
  }

  /** Answers that no shopper expects. */
  get unexpected(): string[] {
    return this.purchases.unexpected;
  }

  start(): void {
    const startedAt = performance.now();
    let due = 0;
    this.timer = setInterval(() => {
      for (; startedAt + (due * 1_000) / this.rate <= performance.now(); due++) this.buy();
    }, 5);
  }

  /** Resolves when the purchases that have begun are complete. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.pending);
  }

  /** Durations in milliseconds, with repetitions, of the purchases that ended since the last call of this method. */
  takeLatencies(): number[] {
    const taken = this.latencies;
    this.latencies = [];
    return taken;
  }

  order(domain: string, key?: string): Promise<ServiceResponse> {
    return this.send(client => client.order(domain, key));
  }

  checkout(orderId: string, reference: string, key?: string): Promise<ServiceResponse> {
    return this.send(client => client.checkout(orderId, reference, key));
  }

  private buy(): void {
    const startedAt = performance.now();
    const purchase = this.purchases.buy(this, `drill-${this.number++}.com`).finally(() => {
      this.pending.delete(purchase);
      this.latencies.push(performance.now() - startedAt);
    });
    this.pending.add(purchase);
  }

  /** Sends a request to an address that responds, as clients do with a name that has several addresses. */
  private async send(request: (client: ServiceClient) => Promise<ServiceResponse>): Promise<ServiceResponse> {
    const at = performance.now();
    try {
      const response = await this.sendToAny(request);
      if (response.status >= 500) this.refusals.push({ at, reason: `${response.status} ${response.code}` });
      return response;
    } catch (error) {
      this.refusals.push({ at, reason: reasonOf(error) });
      throw error;
    }
  }

  private async sendToAny(request: (client: ServiceClient) => Promise<ServiceResponse>): Promise<ServiceResponse> {
    for (const _ of this.addresses) {
      const address = this.nextAddress();
      try {
        return await withTimeout(request(address.client));
      } catch (error) {
        if (!IS_AWAY.test(reasonOf(error))) throw error;
        address.leaveOut();
        // Another address can only be tried in the same attempt if the request has not been sent.
        if (reasonOf(error) === NO_RESPONSE) throw error;
      }
    }
    throw new Error('no address responds');
  }

  private nextAddress(): Address {
    const available = this.addresses.filter(({ awayUntil }) => awayUntil < performance.now());
    const addresses = available.length > 0 ? available : this.addresses;
    return addresses[this.turn++ % addresses.length]!;
  }
}

/** An address of the service, with connections to it. */
class Address {
  awayUntil = 0;
  client: ServiceClient;

  constructor(
    private readonly origin: string,
    private readonly credentials: Credentials,
  ) {
    this.client = this.connect();
  }

  /** Leaves the address out for a while. Replaces its client, because connections to a machine that disappeared stay open. */
  leaveOut(): void {
    if (this.awayUntil > performance.now()) return;
    this.awayUntil = performance.now() + AWAY_MS;
    this.client = this.connect();
  }

  private connect(): ServiceClient {
    return new ServiceClient(this.origin, this.credentials, CONNECT_TIMEOUT_MS);
  }
}

const NO_RESPONSE = 'no response';
const IS_AWAY = new RegExp(`^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|${NO_RESPONSE})$`);

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;

async function withTimeout<T>(response: Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timeout = sleep(TIMEOUT_MS, undefined, { signal: controller.signal }).then(() => {
    throw new Error(NO_RESPONSE);
  });
  timeout.catch(() => {});
  response.catch(() => {});
  return Promise.race([response, timeout]).finally(() => controller.abort());
}
