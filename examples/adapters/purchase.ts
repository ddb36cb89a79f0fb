import type { Body, Data, Nameyard } from '@nameyard/client';

export type Owner = Body<'placeOrder'>['owner'];
export type Order = Data<'getOrder'>;
export type Registration = Data<'getRegistration'>;

/** The registry has not decided yet. The billing system calls the same method again later. */
export class InProgress extends Error {
  override readonly name = 'InProgress';

  constructor(readonly order: Order) {
    super(
      order.domain_status === 'action_required'
        ? `The ${order.kind} of ${order.domain} requires action: ${order.reason}.`
        : `The ${order.kind} of ${order.domain} is in progress until ${order.due_at}.`,
    );
  }
}

/** The registry has refused the order, or somebody has canceled it. Its amount is refunded. */
export class Rejected extends Error {
  override readonly name = 'Rejected';

  constructor(readonly order: Order) {
    super(`The ${order.kind} of ${order.domain} has failed: ${order.reason}. It is refunded.`);
  }
}

/** Places and pays orders, and finds out what has become of them. */
export class Purchases {
  /** Order IDs by domain, of orders that the registry had not decided when a method ended. */
  readonly #undecided = new Map<string, string>();

  constructor(private readonly nameyard: Nameyard) {}

  /**
   * Places an order and pays it, unless the domain has one that is undecided. Returns it when the domain is registered.
   * @throws InProgress · Rejected
   */
  async complete(domain: string, place: () => Promise<{ order_id: string }>): Promise<Order> {
    const order = await this.start(domain, place);
    if (order.domain_status === 'pending' || order.domain_status === 'action_required') throw new InProgress(order);
    this.#undecided.delete(domain);
    if (order.domain_status === 'failed') throw new Rejected(order);
    return order;
  }

  /** Like `complete`, but returns the order in any state. */
  async start(domain: string, place: () => Promise<{ order_id: string }>): Promise<Order> {
    const known = this.#undecided.get(domain) ?? (await this.#findUndecided(domain));
    const order_id = known ?? (await place()).order_id;
    if (known === undefined)
      await this.nameyard.domains.checkout({ order_id, payment: { method: 'test', reference: order_id } });
    this.#undecided.set(domain, order_id);
    // A repeated payment returns its first result for ever, so that the state comes from the order.
    return this.nameyard.orders.get(order_id);
  }

  /** An order that was paid before this program started. */
  async #findUndecided(domain: string): Promise<string | undefined> {
    for (const domain_status of ['pending', 'action_required'] as const)
      // The filter also finds longer names.
      for await (const order of this.nameyard.orders.list({ domain, domain_status }))
        if (order.domain === domain) return order.order_id;
    return undefined;
  }
}

/** The owner that a billing system describes with other names, without empty fields. */
export const withoutEmpty = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as Partial<T>;
