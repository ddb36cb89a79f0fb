import type { OpenAPIObject } from '@nestjs/swagger';
import { type Operation, operationsOf } from '../openapi/passes/operations.js';

/** A request of the collections. Texts in double braces are variables; `$uuid` and `$timestamp` are built in. */
export interface CollectionRequest {
  id: string;
  title: string;
  description: string;
  /** The tag of the operation. */
  group: string;
  method: string;
  /** Path below the base URL, such as `/sandbox/orders/{{order_id}}`. */
  path: string;
  /** All query parameters; only those with a value are sent. */
  query: { name: string; description: string; value: string | undefined }[];
  headers: Record<string, string>;
  body: object | undefined;
  /** Status of the success. */
  status: number;
  captures: Record<string, string>;
}

const BASE = '/api/v1';

/** A request for each operation of the sandbox, in an order in which all succeed. */
export const collectionRequests = (api: OpenAPIObject): CollectionRequest[] => {
  const operations = operationsOf(api);
  return Object.entries(STEPS).map(([id, step]) => {
    const found = operations.find(({ operation }) => operation.operationId === id);
    if (!found) throw new Error(`There is no operation ${id}; remove its step`);
    return requestFor(found, step);
  });
};

function requestFor({ path, method, operation }: { path: string; method: string; operation: Operation }, step: Step) {
  const { operationId: id = '', summary: title = '', description = '', tags: [group = ''] = [] } = operation;
  const { inWorld = false, body = (example: object) => example, captures = {} } = step;
  const example = exampleOf(operation);
  const filled = path.slice(BASE.length).replaceAll(/\{(\w+)\}/g, (_, name: string) => step.path?.[name] ?? '');
  return {
    id,
    title,
    description,
    // Calls in a world belong to the group of the call that creates it, so that they follow it.
    group: inWorld ? 'Control' : group,
    method: method.toUpperCase(),
    path: filled,
    query: queryOf(operation, step),
    headers: headersOf(operation, inWorld),
    body: example && body(example),
    status: Number(Object.keys(operation.responses).find(status => status.startsWith('2'))),
    captures,
  };
}

function headersOf(operation: Operation, inWorld: boolean): Record<string, string> {
  const [tenant, key] = inWorld ? ['{{world}}', '{{world_key}}'] : ['{{tenant}}', '{{key}}'];
  return {
    Authorization: `Bearer ${key}`,
    'X-Tenant': tenant,
    ...(parametersOf(operation).some(({ name }) => name === 'X-Idempotency-Key') && {
      'X-Idempotency-Key': '{{$uuid}}',
    }),
    ...(operation.requestBody && { 'Content-Type': 'application/json' }),
  };
}

const queryOf = (operation: Operation, { query = {} }: Step) =>
  parametersOf(operation)
    .filter(parameter => parameter.in === 'query')
    .map(({ name, description = '' }) => ({ name, description, value: query[name] }));

const parametersOf = ({ parameters = [] }: Operation) =>
  parameters.flatMap(parameter => ('in' in parameter ? [parameter] : []));

function exampleOf({ requestBody }: Operation): object | undefined {
  return requestBody && 'content' in requestBody ? requestBody.content['application/json']?.example : undefined;
}

// oxlint-disable-next-line no-explicit-any -- the example of the OpenAPI document
type Json = any;

/** Values of a request, so that all requests of a collection succeed one after the other. */
interface Step {
  /** Whether the request uses the world instead of the tenant, because it would disturb the tenant. */
  inWorld?: boolean;
  path?: Record<string, string>;
  query?: Record<string, string>;
  /** Makes the body from the example of the document; by default, the body is the example. */
  body?: (example: Json) => object;
  /** Variables for later requests, with their members in `data` of the response. */
  captures?: Record<string, string>;
}

const DOMAIN = '{{domain}}';
const ORDER = '{{order_id}}';
/** An order of the restored world. */
const TRANSFER = `ord_${'0'.repeat(31)}1`;
const UNVERIFIED = { first_name: 'Ada', last_name: 'Lovelace', email: 'unverified@example.com' };
const WORLD_TIME = '2035-01-01T00:00:00Z';

/** The requests by operation, in the order of sending. Double braces are variables; names with `$` are built in. */
const STEPS: Record<string, Step> = {
  // The domain of the collection is new in each run.
  searchDomain: { body: () => ({ domain: 'shop-{{$timestamp}}.com' }), captures: { domain: 'query' } },
  checkDomains: {},
  listTlds: {},
  placeOrder: { body: example => ({ ...example, domain: DOMAIN }), captures: { order_id: 'order_id' } },
  checkOut: {
    body: ({ payment }) => ({ order_id: ORDER, payment: { ...payment, reference: `invoice-${ORDER}` } }),
  },
  renewDomain: { body: example => ({ ...example, domain: DOMAIN }) },
  getOrder: { path: { order_id: ORDER } },
  listOrders: { query: { limit: '10' } },
  getRegistration: { path: { domain: DOMAIN } },
  updateRegistration: { path: { domain: DOMAIN }, body: () => ({ locked: false }) },
  getAuthCode: { path: { domain: DOMAIN }, captures: { auth_code: 'auth_code' } },
  transferDomain: { body: ({ auth_code, owner }) => ({ domain: 'taken-{{$timestamp}}.com', auth_code, owner }) },
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
  getRegistry: { inWorld: true },
  setRegistry: { inWorld: true },
  addFault: {
    inWorld: true,
    // The example also has `event`, which is only for faults of webhooks.
    body: ({ match: { operation, domain }, ...example }) => ({ ...example, match: { operation, domain } }),
    captures: { fault_id: 'id' },
  },
  listFaults: { inWorld: true },
  removeFault: { inWorld: true, path: { id: '{{fault_id}}' } },
  removeAllFaults: { inWorld: true },
  addExploration: { inWorld: true, captures: { exploration_id: 'id' } },
  listExplorations: { inWorld: true },
  getExploration: { inWorld: true, path: { id: '{{exploration_id}}' } },
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
      orders: [
        { domain: 'later.com', status: 'paid', domain_status: 'pending' },
        { order_id: TRANSFER, domain: 'registered.com', kind: 'transfer', status: 'paid', domain_status: 'pending' },
      ],
      registrations: [
        { domain: 'my-shop.com', expires_at: '2035-01-10T00:00:00Z' },
        { domain: 'other-shop.com' },
        { domain: 'unverified.com', contact: UNVERIFIED, verification_due_at: '2035-01-05T00:00:00Z' },
      ],
    }),
  },
  transferOut: { body: () => ({ domain: DOMAIN, auth_code: '{{auth_code}}' }) },
  deleteRegistration: { inWorld: true, path: { domain: 'other-shop.com' } },
  verifyContact: { inWorld: true, body: () => ({ domain: 'unverified.com' }) },
  decideOrder: { inWorld: true, body: () => ({ domain: 'later.com', outcome: 'registered' }) },
  cancelOrder: { inWorld: true, path: { order_id: TRANSFER } },
  resetWorld: { inWorld: true },
  endWorld: { path: { tenant: '{{world}}' } },
};
