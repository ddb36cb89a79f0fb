/** The requests of the load, and what their responses must be. */
import { randomUUID } from 'node:crypto';
import { OpenApiCheck } from '../support/openapi-check.ts';

const BASE = '/api/v1/sandbox/domains';
export const OWNER = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', country: 'GB' };
const TLDS = ['com', 'net', 'org', 'io', 'app', 'dev', 'co.uk', 'shop', 'xyz', 'site', 'com.br', 'online'];

/** A domain that a tenant has registered before measuring. */
export const ownedName = number => `owned-${number}.com`;

let last = 0;

/**
 * A domain that was not requested before in this run, unless the tenant owns it, with its expected response. Most are
 * free; one in eight is owned, and one in 32 each is taken by the catalogue, premium or in capitals.
 */
function nextName(owned) {
  const number = ++last;
  const tld = TLDS[number % TLDS.length];
  const label = `shop-${number.toString(36)}`;
  const named = (domain, status = 'available', asked = domain) => ({ asked, domain, status });
  const kind = number % 32;
  if (kind % 8 === 0 && owned > 0) return named(ownedName(1 + (number % owned)), 'taken');
  if (kind === 4) return named(`${label}-taken.${tld}`, 'taken');
  if (kind === 12) return named(`${label}-premium.${tld}`, 'premium');
  if (kind === 20) return named(`${label}.${tld}`, 'available', `Shop-${number.toString(36).toUpperCase()}.${tld}`);
  return named(`${label}.${tld}`);
}

export const searches = ({ expected, owned }) => ({
  path: `${BASE}/search`,
  next() {
    const name = nextName(owned);
    return { body: JSON.stringify({ domain: name.asked }), check: expected.search(name) };
  },
});

/** Each order has its own idempotency key, as integrators should send. */
export const orders = ({ expected }) => ({
  path: `${BASE}/order`,
  next() {
    const domain = `order-${(++last).toString(36)}.com`;
    const body = JSON.stringify({ domain, years: 2, owner: OWNER });
    return { body, headers: { 'x-idempotency-key': randomUUID() }, check: expected.order(domain) };
  },
});

/** The payment reference makes each checkout idempotent. */
export const checkouts = ({ expected, orders: open }) => ({
  path: `${BASE}/checkout`,
  next() {
    const order = open.take();
    const body = JSON.stringify({ order_id: order.id, payment: { method: 'test', reference: order.reference } });
    return { body, caller: order.caller, check: expected.checkout(order) };
  },
});

/** Checks responses of the product against its OpenAPI document, without additional properties, and against the request. */
export async function expectProduct(origin) {
  const check = new OpenApiCheck(await (await fetch(`${origin}/docs/openapi.json`)).json());
  const read = (path, status, response, matches) => {
    if (response.status !== status) return `not ${status}`;
    const body = bodyOf(response);
    try {
      check.check({ method: 'POST', path: `${BASE}/${path}` }, { ...response, body });
    } catch (error) {
      return error.message;
    }
    return matches(body.data) ? undefined : 'does not match the request';
  };
  return {
    search: name => response =>
      read('search', 200, response, data => data.query === name.domain && data.status === name.status),
    order: domain => response =>
      read('order', 201, response, data => data.domain === domain && data.status === 'created'),
    checkout: order => response =>
      read('checkout', 200, response, data => data.order_id === order.id && data.domain === order.domain),
  };
}

const expectBody = (status, matches, problem) => response =>
  response.status === status && matches(bodyOf(response)) ? undefined : problem;

export const FLOOR = {
  search: ({ domain }) =>
    expectBody(
      200,
      body => body?.registered.length === (domain.startsWith('owned-') ? 1 : 0),
      'not what is registered',
    ),
  order: domain => expectBody(201, body => body?.domain === domain, 'not the order'),
  checkout: order => expectBody(200, body => body?.domain === order.domain, 'not the order that was paid'),
};

/** A mock returns the same example, or the same shape, for every search. */
export const MOCK = {
  search: () => expectBody(200, body => Array.isArray(body?.data?.suggestions), 'not shaped like a search'),
};

function bodyOf({ text }) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
