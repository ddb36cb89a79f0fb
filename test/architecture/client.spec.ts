import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { generateReference } from '../client/reference.js';
import { ERROR_CLASSES } from '../../libs/client/generated/errors.js';
import * as client from '../../libs/client/index.js';
import { Nameyard, type OperationId } from '../../libs/client/index.js';
import { ADA } from '../support/client.js';
import { expectGolden, goldenPath } from '../support/golden.js';
import { ROOT } from '../support/paths.js';

const document = JSON.parse(readFileSync(goldenPath('openapi.json'), 'utf8'));

describe('reference of the client', () => {
  it('equals the declarations', () => {
    expectGolden('../../apps/docs/pages/client-reference.md', generateReference().text);
  });

  it('describes every public member', () => {
    expect(generateReference().undocumented).toEqual([]);
  });
});

describe('error classes of the client', () => {
  it('exist for each error code of the OpenAPI document', () => {
    expect(Object.keys(ERROR_CLASSES)).toEqual(document.components.schemas.ErrorCode.enum);
  });

  it('are exported', () => {
    expect(client).toMatchObject(Object.fromEntries(Object.values(ERROR_CLASSES).map(type => [type.name, type])));
    expect(client).toMatchObject({ DomainTakenError: expect.any(Function), UnsupportedTldError: expect.any(Function) });
  });
});

/** Their types are those of the sandbox. */
type LiveWithoutTypes =
  | 'searchDomainLive'
  | 'placeOrderLive'
  | 'renewDomainLive'
  | 'listOrdersLive'
  | 'getRegistrationLive'
  | 'listRegistrationsLive';

const PAYMENT = { method: 'test', reference: 'r' } as const;

/** A call of each operation; the compiler requires those that have types. Those of the live API need a client of its environment. */
const CALLS: Record<OperationId | LiveWithoutTypes, (client: Nameyard) => unknown> = {
  searchDomain: ({ domains }) => domains.search('x.com'),
  checkDomains: ({ domains }) => domains.check(['x.com', 'y.com']),
  listTlds: ({ tlds }) => tlds.list(),
  placeOrder: ({ domains }) => domains.order({ domain: 'x.com', years: 1, owner: ADA }),
  checkOut: ({ domains }) => domains.checkout({ order_id: 'ord_1', payment: PAYMENT }),
  renewDomain: ({ domains }) => domains.renew({ domain: 'x.com', years: 1 }),
  transferDomain: ({ domains }) => domains.transfer({ domain: 'x.com', auth_code: 'c', owner: ADA }),
  cancelOrder: ({ orders }) => orders.cancel('{order_id}'),
  decideOrder: ({ control }) => control.registry.decide({ domain: 'x.com', outcome: 'failed' }),
  getOrder: ({ orders }) => orders.get('{order_id}'),
  listOrders: ({ orders }) => first(orders.list()),
  getRegistration: ({ registrations }) => registrations.get('{domain}'),
  updateRegistration: ({ registrations }) => registrations.update('{domain}', { locked: false }),
  deleteRegistration: ({ registrations }) => registrations.delete('{domain}'),
  getAuthCode: ({ registrations }) => registrations.authCode('{domain}'),
  listRegistrations: ({ registrations }) => first(registrations.list()),
  followEvents: ({ events }) => events.list(),
  createWorld: ({ control }) => control.worlds.create(),
  listWorlds: ({ control }) => control.worlds.list(),
  endWorld: ({ control }) => control.worlds.end('{tenant}'),
  getWorld: ({ control }) => control.world.get(),
  restoreWorld: ({ control }) => control.world.put({ version: 1 } as never),
  resetWorld: ({ control }) => control.world.reset(),
  getClock: ({ control }) => control.clock.get(),
  setClock: ({ control }) => control.clock.set({ mode: 'real' }),
  advanceClock: ({ control }) => control.clock.advance({ by: 'P1D' }),
  addExploration: ({ control }) => control.explorations.add({} as never),
  listExplorations: ({ control }) => control.explorations.list(),
  getExploration: ({ control }) => control.explorations.get('{id}'),
  addFault: ({ control }) => control.faults.add({ fault: { kind: 'reset' } }),
  listFaults: ({ control }) => control.faults.list(),
  removeFault: ({ control }) => control.faults.remove('{id}'),
  removeAllFaults: ({ control }) => control.faults.clear(),
  readJournal: ({ control }) => first(control.journal.requests()),
  verify: ({ control }) => control.journal.verify({ request: { operation: 'order' } }),
  addReceiver: ({ control }) => control.receivers.add({ url: 'https://shop.example' }),
  listReceivers: ({ control }) => control.receivers.list(),
  getRegistry: ({ control }) => control.registry.get(),
  setRegistry: ({ control }) => control.registry.set({}),
  verifyContact: ({ control }) => control.registry.verify('x.com'),
  transferOut: ({ control }) => control.registry.transferOut({ domain: 'x.com', auth_code: 'code' }),
  removeReceiver: ({ control }) => control.receivers.remove('{id}'),
  searchDomainLive: ({ domains }) => domains.search('x.com'),
  placeOrderLive: ({ domains }) => domains.order({ domain: 'x.com', years: 1, owner: ADA }),
  renewDomainLive: ({ domains }) => domains.renew({ domain: 'x.com', years: 1 }),
  checkOutLive: ({ domains }) =>
    domains.checkout({ order_id: 'ord_1', payment: { method: 'account', reference: 'r' } }),
  getOrderLive: ({ orders }) => orders.get('{order_id}'),
  listOrdersLive: ({ orders }) => first(orders.list()),
  getRegistrationLive: ({ registrations }) => registrations.get('{domain}'),
  listRegistrationsLive: ({ registrations }) => first(registrations.list()),
  getAccountLive: ({ account }) => account.get(),
};

const first = async (list: AsyncIterable<unknown>) => list[Symbol.asyncIterator]().next();

const IDEMPOTENCY_KEY = 'X-Idempotency-Key';

interface Operation {
  operationId: string;
  parameters?: Parameter[];
}

interface Parameter {
  name?: string;
  $ref?: string;
}

const resolve = (parameter: Parameter): Parameter =>
  parameter.$ref === undefined ? parameter : document.components.parameters[parameter.$ref.split('/').at(-1)!];

describe('methods of the client', () => {
  const operations = Object.entries<Record<string, Operation>>(document.paths)
    .filter(([path]) => /^\/api\/v1\/(sandbox|registrar)\//.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, parameters = [] }]) => ({
        id: operationId,
        method,
        path,
        acceptsKey: parameters.some(parameter => resolve(parameter).name === IDEMPOTENCY_KEY),
      })),
    );

  it('exist for each operation of the sandbox and the live API', () => {
    expect(operations.length).toBeGreaterThan(20);
    expect(Object.keys(CALLS).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  it.each(operations)(
    'send $id to its path, with an idempotency key only if the operation accepts one',
    async operation => {
      const { id, method, path, acceptsKey } = operation;
      const sent: [request: string, hasKey: boolean][] = [];
      const fetch = async (url: unknown, init?: RequestInit) => {
        const request = `${init?.method} ${decodeURIComponent(new URL(String(url)).pathname)}`;
        sent.push([request, new Headers(init?.headers).has(IDEMPOTENCY_KEY)]);
        const items = { orders: [], registrations: [], requests: [], next: null };
        return new Response(JSON.stringify({ success: true, data: items, error: null, meta: {} }));
      };
      const environment = path.startsWith('/api/v1/registrar/') ? 'live' : 'sandbox';
      const options = { tenant: 'demo', apiKey: 'key', environment, fetch } as const;
      const client = new Nameyard({ baseUrl: 'https://names.example/api/v1', ...options });
      await CALLS[id as OperationId](client);
      expect(sent).toEqual([[`${method.toUpperCase()} ${path}`, acceptsKey]]);
    },
  );
});

describe('generated types of the clients of other languages', () => {
  it('are those of the OpenAPI document', () => {
    // Throws with the names of stale files.
    const mode = process.env['UPDATE_GOLDEN'] ? [] : ['--check'];
    execFileSync(process.execPath, ['apps/clients/generate.mjs', ...mode], { cwd: ROOT, stdio: 'pipe' });
  });
});
