// oxlint-disable-next-line no-explicit-any -- the example of the OpenAPI document
type Json = any;

/** How an operation is called in a collection, so that all requests succeed one after the other. */
export interface Step {
  /** Uses the world that was created before, because it would disturb the tenant. */
  inWorld?: boolean;
  path?: Record<string, string>;
  query?: Record<string, string>;
  /** Makes the body from the example of the document. By default, it is the example. */
  body?: (example: Json) => object;
  /** Variables for later requests, with their members in `data` of the response. */
  captures?: Record<string, string>;
}

const DOMAIN = '{{domain}}';
const ORDER = '{{order_id}}';
const WORLD_TIME = '2035-01-01T00:00:00Z';

/** The operations in the order in which they are sent. Double braces are variables; those with `$` are built in. */
export const STEPS: Record<string, Step> = {
  // The domain of the collection is new in each run.
  searchDomain: { body: () => ({ domain: 'shop-{{$timestamp}}.com' }), captures: { domain: 'query' } },
  placeOrder: { body: example => ({ ...example, domain: DOMAIN }), captures: { order_id: 'order_id' } },
  checkOut: {
    body: ({ payment }) => ({ order_id: ORDER, payment: { ...payment, reference: `invoice-${ORDER}` } }),
  },
  renewDomain: { body: example => ({ ...example, domain: DOMAIN }) },
  getOrder: { path: { order_id: ORDER } },
  listOrders: { query: { limit: '10' } },
  getRegistration: { path: { domain: DOMAIN } },
  listRegistrations: { query: { limit: '10' } },
  followEvents: { query: { wait: '0' } },

  createWorld: {
    body: ({ name, clock }) => ({ name, ttl: 'PT5M', clock: { ...clock, now: WORLD_TIME } }),
    captures: { world: 'tenant', world_key: 'key' },
  },
  listWorlds: {},
  getClock: { inWorld: true },
  setClock: { inWorld: true, body: example => ({ ...example, now: WORLD_TIME }) },
  advanceClock: { inWorld: true, body: () => ({ by: 'P1M' }) },
  addFault: { inWorld: true, captures: { fault_id: 'id' } },
  listFaults: { inWorld: true },
  removeFault: { inWorld: true, path: { id: '{{fault_id}}' } },
  removeAllFaults: { inWorld: true },
  addReceiver: { inWorld: true, captures: { receiver_id: 'id' } },
  listReceivers: { inWorld: true },
  removeReceiver: { inWorld: true, path: { id: '{{receiver_id}}' } },
  readJournal: { query: { operation: 'order', limit: '10' } },
  verify: { body: () => ({ request: { operation: 'order', domain: DOMAIN, status: 201 }, times: 1 }) },
  getWorld: { inWorld: true },
  restoreWorld: {
    inWorld: true,
    body: () => ({
      version: 1,
      clock: { mode: 'frozen', now: WORLD_TIME },
      registrations: [{ domain: 'my-shop.com', expires_at: '2035-01-10T00:00:00Z' }],
    }),
  },
  resetWorld: { inWorld: true },
  endWorld: { path: { tenant: '{{world}}' } },
};
