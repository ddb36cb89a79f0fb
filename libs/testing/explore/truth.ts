import type { Data, Nameyard } from '../../client/index.js';

export type Order = Data<'listOrders'>['orders'][number];
export type Request = Data<'readJournal'>['requests'][number];
type Match = Data<'verify'>['matches'][number];
export type Delivery = Extract<Match, { delivery_id: string }>;

/** Requests of one operation, after which a shop must have given up. */
export const MAX_ATTEMPTS = 10;
/** Attempts after which a webhook counts as refused. */
const MAX_DELIVERY_ATTEMPTS = 3;

/** What Nameyard knows about a domain. */
export interface Truth {
  orders: Order[];
  /** Requests of the shop in order of their responses. */
  requests: Request[];
  deliveries: Delivery[];
}

const MAX_ROWS = 200;

export async function readTruth(client: Nameyard, domain: string): Promise<Truth> {
  const [orders, requests, delivered] = await Promise.all([
    readOrders(client, domain),
    readRequests(client, domain),
    client.control.journal.verify({ delivery: { domain }, times: { min: 0 } }),
  ]);
  return { orders, requests, deliveries: delivered.matches as Delivery[] };
}

export async function readOrders(client: Nameyard, domain: string): Promise<Order[]> {
  const { orders } = await first(client.orders.list({ domain, limit: MAX_ROWS }).pages());
  // The filter matches the beginning of a name.
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

const isDelivered = ({ state }: Delivery): boolean => state === 'delivered' || state === 'skipped';

export const isUndeliverable = (delivery: Delivery): boolean =>
  !isDelivered(delivery) && delivery.attempts >= MAX_DELIVERY_ATTEMPTS;

/** Whether further attempts tell nothing new. */
export const isFinished = (delivery: Delivery): boolean => isDelivered(delivery) || isUndeliverable(delivery);

/** Errors with a 4xx status that say that a repetition cannot succeed. */
export const isFinalError = ({ status, code }: Request): boolean =>
  status !== null && status >= 400 && status < 500 && !REPEATABLE.includes(code ?? '');

const REPEATABLE = ['RATE_LIMITED', 'IDEMPOTENCY_IN_PROGRESS', 'REQUEST_TIMEOUT', 'ANSWER_LOST'];

/** For comparing two readings. */
export const fingerprintOf = ({ orders, requests, deliveries }: Truth): string =>
  JSON.stringify([
    orders.map(({ order_id, status, domain_status }) => [order_id, status, domain_status]),
    requests.length,
    deliveries.map(delivery => [delivery.delivery_id, delivery.state, isUndeliverable(delivery) || delivery.attempts]),
  ]);
