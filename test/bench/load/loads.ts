import { randomUUID } from 'node:crypto';
import type { Registry } from '../servers/registry.js';
import type { Expectations, Load } from './load.js';
import { nextFreeName, nextName } from './names.js';

const BASE = '/api/v1/sandbox/domains';
const OWNER = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', country: 'GB' };

export const searches = ({ expected, owned }: { expected: Pick<Expectations, 'search'>; owned: number }): Load => ({
  path: `${BASE}/search`,
  next() {
    const name = nextName(owned);
    return { body: JSON.stringify({ domain: name.asked }), check: expected.search(name) };
  },
});

/** Each order has its own idempotency key, as integrators should send. */
export const orders = ({ expected }: Registry): Load => ({
  path: `${BASE}/order`,
  next() {
    const domain = nextFreeName();
    const body = JSON.stringify({ domain, years: 2, owner: OWNER });
    return { body, headers: { 'x-idempotency-key': randomUUID() }, check: expected.order(domain) };
  },
});

/** The payment reference makes each checkout idempotent. */
export const checkouts = ({ expected, orders: open }: Registry): Load => ({
  path: `${BASE}/checkout`,
  next() {
    const order = open.take();
    const body = JSON.stringify({ order_id: order.id, payment: { method: 'test', reference: order.reference } });
    return { body, caller: order.caller, check: expected.checkout(order) };
  },
});
