import type { Data, Nameyard } from '../../client/index.js';

export type Order = Data<'listOrders'>['orders'][number];
export type Request = Data<'readJournal'>['requests'][number];
type Match = Data<'verify'>['matches'][number];
export type Delivery = Extract<Match, { delivery_id: string }>;

/** Maximum number of requests of one operation. After them, a shop must have given up. */
export const MAX_ATTEMPTS = 10;
/** Attempts after which a webhook counts as refused. */
const MAX_DELIVERY_ATTEMPTS = 3;

/** What Nameyard has recorded about a domain. */
export interface Truth {
  orders: Order[];
  /** Requests of the shop in order of their responses. */
  requests: Request[];
  deliveries: Delivery[];
}

const MAX_ROWS = 200;

/** @param receiver ID of the only receiver whose deliveries are read (default: all receivers) */
export async function readTruth(client: Nameyard, domain: string, receiver?: string): Promise<Truth> {
  const [orders, requests, delivered] = await Promise.all([
    readOrders(client, domain),
    readRequests(client, domain),
    client.control.journal.verify({
      delivery: { domain, ...(receiver !== undefined && { receiver }) },
      times: { min: 0 },
    }),
  ]);
  return { orders, requests, deliveries: delivered.matches as Delivery[] };
}

export async function readOrders(client: Nameyard, domain: string): Promise<Order[]> {
  const { orders } = await first(client.orders.list({ domain, limit: MAX_ROWS }).pages());
  // The filter also matches names that only begin with the domain.
  return orders.filter(order => order.domain === domain);
}

/** Requests of the shop in order of their responses. */
export async function readRequests({ control: { journal } }: Nameyard, domain: string): Promise<Request[]> {
  const { requests } = await first(journal.requests({ domain, limit: MAX_ROWS }).pages());
  return requests.filter(({ operation }) => operation !== null);
}

async function first<Page>(pages: AsyncIterable<Page>): Promise<Page> {
  for await (const page of pages) return page;
  throw new Error('A list has at least one page.');
}

export const isPaid = ({ status }: Order): boolean => status === 'paid';
export const isRegistered = (order: Order): boolean => isPaid(order) && order.domain_status === 'registered';
export const isUndecided = (order: Order): boolean => isPaid(order) && order.domain_status === 'pending';

const isDelivered = ({ state }: Delivery): boolean => state === 'delivered' || state === 'skipped';

export const isUndeliverable = (delivery: Delivery): boolean =>
  !isDelivered(delivery) && delivery.attempts >= MAX_DELIVERY_ATTEMPTS;

/** Whether a delivery has succeeded or counts as refused, so that further attempts are not awaited. */
export const isFinished = (delivery: Delivery): boolean => isDelivered(delivery) || isUndeliverable(delivery);

/** Whether a response is a 4xx error after which a repetition cannot succeed. */
export const isFinalError = ({ status, code }: Request): boolean =>
  status !== null && status >= 400 && status < 500 && !REPEATABLE.includes(code ?? '');

const REPEATABLE = ['RATE_LIMITED', 'IDEMPOTENCY_IN_PROGRESS', 'REQUEST_TIMEOUT', 'ANSWER_LOST'];

/** Changes when an order, the number of requests or a delivery changes. */
export const fingerprintOf = ({ orders, requests, deliveries }: Truth): string =>
  JSON.stringify([
    orders.map(({ order_id, status, domain_status }) => [order_id, status, domain_status]),
    requests.length,
    deliveries.map(delivery => [delivery.delivery_id, delivery.state, isUndeliverable(delivery) || delivery.attempts]),
  ]);
