import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { liveVersionOf, NOT_REHEARSABLE, play, scenarios, type Target, Unreachable } from '#testcontrol';
import type { Scenario, ScenarioCall } from '#testcontrol/contract';
import { registerCleanup } from '../support/cleanup.js';
import type { Client } from '../support/client.js';
import { codesOf, documentedOperations } from '../support/documents.js';
import { goldenPath } from '../support/golden.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  client = await sandbox.tenant();
});

const targetFor = ({ key, tenant }: Client): Target => ({ url: sandbox.origin, key: key.value, tenant: tenant.slug });

const scenario = (id: string): Scenario => scenarios().find(row => row.id === id)!;

const document = JSON.parse(readFileSync(goldenPath('openapi.json'), 'utf8'));

/** The operations that faults know, by operation ID of the OpenAPI document. */
const PURCHASES: Record<string, string> = {
  searchDomain: 'search',
  checkDomains: 'check',
  placeOrder: 'order',
  checkOut: 'checkout',
  renewDomain: 'renew',
  transferDomain: 'transfer',
  cancelOrder: 'cancel',
  updateRegistration: 'update',
  deleteRegistration: 'delete',
};

/** Error codes that the OpenAPI document lists for the operations of the sandbox. */
const documented = documentedOperations(document)
  .filter(({ path }) => path.startsWith('/api/v1/sandbox/'))
  .map(({ operation: { operationId }, responses }) => ({
    operation: PURCHASES[operationId] ?? operationId,
    isPurchase: operationId in PURCHASES,
    codes: Object.entries(responses).flatMap(([status, response]) => (Number(status) < 400 ? [] : codesOf(response))),
  }));

const isExcluded = (code: string) => code in NOT_REHEARSABLE;

const rehearsed = (operation: string) =>
  new Set(scenarios().flatMap(row => (row.operation === operation ? (row.expect.code ?? []) : [])));

/** `cli/scenario.spec.ts` plays all of them. */
describe('the scenarios', () => {
  it('have unique IDs', () => {
    expect(new Set(scenarios().map(({ id }) => id)).size).toBe(scenarios().length);
  });

  it('contain no deciding word in a domain if a live key can play them', () => {
    const live = scenarios().flatMap(row => liveVersionOf(row) ?? []);
    expect(live.map(({ id }) => id)).toContain('order.DOMAIN_TAKEN.reserved-name');
    expect(JSON.stringify(live)).not.toMatch(/-(taken|pending|premium)\./);
  });

  it('create only worlds and rules in the tenant that end within a minute', () => {
    const creates = ({ method, path, headers }: ScenarioCall, status = 201) =>
      method === 'POST' &&
      /control\/(worlds|faults|receivers)$/.test(path) &&
      headers?.['Authorization'] === undefined &&
      status < 400;
    const creating = scenarios().flatMap(({ given, request, expect }) =>
      given.filter(call => creates(call, call.expect?.status)).concat(creates(request, expect.status) ? request : []),
    );
    expect(creating.length).toBeGreaterThan(10);
    for (const { body } of creating) {
      const { ttl, expires_in } = body as { ttl?: string; expires_in?: string };
      expect(ttl ?? expires_in).toBe('PT1M');
    }
  });

  it.each(documented)('have every error code of $operation, and no others', ({ operation, isPurchase, codes }) => {
    const expected = codes.filter(code => isPurchase || !isExcluded(code));
    expect([...rehearsed(operation)].sort()).toEqual([...expected].sort());
  });

  it('lack only codes that an operation without faults documents', () => {
    const codes = documented.filter(({ isPurchase }) => !isPurchase).flatMap(row => row.codes);
    expect(codes).toEqual(expect.arrayContaining(Object.keys(NOT_REHEARSABLE)));
  });

  it('belong to documented operations', () => {
    const operations = new Set(scenarios().map(({ operation }) => operation));
    const others = documented.map(({ operation }) => operation).filter(operation => !operations.has(operation));
    expect(others).toEqual([]);
  });

  it('have every status of a search and every rule', () => {
    const { schemas } = document.components;
    const searches = scenarios().filter(({ id }) => /^search\.(available|premium|taken)\./.test(id));
    const found = searches.map(({ expect: { data } }) => data as { status: string; meta: { rule: string } });
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(schemas.SearchResult.properties.status.enum));
    expect(new Set(found.map(({ meta }) => meta.rule))).toEqual(new Set(schemas.SearchMeta.properties.rule.enum));
  });

  it.each(Object.values(PURCHASES))('have every fault of %s, before and after it takes effect', operation => {
    const { kind, phase } = document.components.schemas.FaultParameters.properties;
    const faults = scenarios()
      .filter(({ id }) => id.startsWith(`${operation}.fault.`))
      .map(({ request }) => request.headers?.['Sandbox-Fault'] ?? '');
    const kinds = (kind.enum as string[]).filter(name => name !== 'webhook');
    for (const name of kinds) expect(faults).toContainEqual(expect.stringMatching(`^${name}(;|$)`));
    for (const name of ['error', 'hang', 'reset'])
      for (const when of phase.enum as string[]) {
        const found = faults.filter(
          fault => fault.startsWith(name) && fault.includes('phase=after') === (when === 'after'),
        );
        expect([name, when, found]).toEqual([name, when, [expect.any(String)]]);
      }
  });

  it('have every event', () => {
    const announced = scenarios().flatMap(({ expect: { events } }) => events ?? []);
    const happened = scenarios().flatMap(({ expect: { data } }) => (data?.['happened'] ?? []) as { type: string }[]);
    const events = [...announced, ...happened.map(({ type }) => type)];
    const types = Object.keys(document.webhooks).filter(type => type !== 'webhook.test');
    expect(types.filter(type => !events.includes(type))).toEqual([]);
  });

  it('have every state of an order', () => {
    const { status, domain_status } = document.components.schemas.OrderResult.properties;
    const states = scenarios().flatMap(({ operation, expect: { data } }) =>
      operation === 'getOrder' && data ? [data] : [],
    );
    expect(new Set(states.map(state => state['status']))).toEqual(new Set(status.enum));
    expect(new Set(states.map(state => state['domain_status']))).toEqual(
      new Set([null, ...domain_status.anyOf[0].enum]),
    );
  });

  it('have every effect on the webhook of a checkout', () => {
    const effects = document.components.schemas.FaultParameters.properties.effect.enum as string[];
    expect(effects.length).toBeGreaterThan(0);
    for (const effect of effects)
      expect(scenario(`checkout.fault.webhook-${effect}`)).toMatchObject({
        request: { headers: { 'Sandbox-Fault': expect.stringMatching(`^webhook;effect=${effect}(;|$)`) } },
        expect: { events: ['domain.registered'] },
      });
  });
});

describe('a scenario that does not have the expected outcome', () => {
  const paid = () => scenario('checkout.paid');
  const unknownKey: ScenarioCall = { ...scenario('getClock.read').request, headers: { Authorization: 'Bearer wrong' } };

  it.each<[string, () => Scenario, string]>([
    ['status', () => ({ ...paid(), expect: { status: 201 } }), 'status must be 201, but is 200.'],
    ['code', () => ({ ...paid(), expect: { status: 200, code: 'X' } }), 'code must be "X", but is absent.'],
    [
      'header',
      () => ({ ...paid(), expect: { headers: { 'idempotency-replayed': 'true' } } }),
      'headers.idempotency-replayed must be "true", but is absent.',
    ],
    [
      'member of the data',
      () => ({ ...paid(), expect: { data: { status: 'created' } } }),
      'data.status must be "created", but is "paid".',
    ],
    [
      'event',
      () => ({ ...paid(), expect: { events: ['domain.expired'] } }),
      'events.0 must be "domain.expired", but is "domain.registered".',
    ],
    ['ending', () => ({ ...paid(), expect: { outcome: 'reset' } }), 'outcome must be "reset", but is "response".'],
    [
      'response',
      () => ({ ...scenario('search.fault.reset'), expect: { status: 200 } }),
      'outcome must be "response", but is "reset".',
    ],
    [
      'success of a given call',
      () => ({ ...paid(), given: [unknownKey] }),
      'status must be that of a success, but is 401.',
    ],
    ['placeholder', () => ({ ...paid(), given: [] }), 'There is no text for {{given.0.data.order_id}}.'],
  ])('fails because of the %s', async (_, changed, difference) => {
    const result = await play(changed(), targetFor(client));
    expect(result).toMatchObject({ passed: false, differences: expect.arrayContaining([difference]) });
  });

  it('reports the expected and the actual outcome with the values of the run', async () => {
    const result = await play(
      { ...paid(), expect: { status: 402, data: { domain: '{{unique}}.com' } } },
      targetFor(client),
    );
    const domain = expect.stringMatching(/^[a-z2-7]{12}\.com$/);
    expect(result).toMatchObject({
      id: 'checkout.paid',
      expected: { status: 402, data: { domain } },
      actual: { status: 200, data: { domain, status: 'paid' } },
      differences: ['status must be 402, but is 200.'],
    });
    expect(result.actual.data!['domain']).toBe(result.expected.data!['domain']);
  });

  it('fails if the key cannot read events', async () => {
    const limited = await sandbox.key(client.tenant, { permissions: ['sandbox.order', 'sandbox.checkout'] });
    const result = await play(paid(), targetFor(limited));
    expect(result.differences).toEqual(['The events of the tenant cannot be read: PERMISSION_DENIED.']);
  });
});

/** Passes requests on to the service, except the first one, for which it has reached its limit. Returns its address. */
async function startLimiter(): Promise<string> {
  let count = 0;
  const server = createServer(async (request, response) => {
    if (count++ === 0) {
      response.writeHead(429, { 'Retry-After': '1' }).end(JSON.stringify({ error: { code: 'RATE_LIMITED' } }));
      return;
    }
    const { authorization = '', 'x-tenant': tenant = '' } = request.headers;
    const headers = { Authorization: authorization, 'X-Tenant': String(tenant), 'Content-Type': 'application/json' };
    const body = await textOf(request);
    const answer = await fetch(sandbox.origin + request.url!, { method: request.method!, headers, body });
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  });
  registerCleanup(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the player', () => {
  it('waits while the key has no requests left', async () => {
    const limiter = await startLimiter();
    const waits: number[] = [];
    const target = { ...targetFor(client), url: limiter, onWait: (seconds: number) => void waits.push(seconds) };
    const started = performance.now();
    expect(await play(scenario('order.DOMAIN_TAKEN.word'), target)).toMatchObject({ passed: true });
    expect(waits).toEqual([1]);
    expect(performance.now() - started).toBeGreaterThan(990);
  });

  it('says that the service cannot be reached', async () => {
    const nowhere = { ...targetFor(client), url: 'http://127.0.0.1:9' };
    await expect(play(scenario('getClock.read'), nowhere)).rejects.toThrow(Unreachable);
  });
});

describe('/docs/scenarios', () => {
  const get = (path: string) => sandbox.call({ method: 'GET', path });

  it('shows every scenario', async () => {
    const { status, text } = await get('/docs/scenarios');
    expect(status).toBe(200);
    for (const { id } of scenarios()) expect(text).toContain(`<div id="${id}">`);
  });

  it('is available as JSON', async () => {
    const { status, headers, body } = await get('/docs/scenarios.json');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/json; charset=utf-8' });
    expect(body).toEqual(JSON.parse(JSON.stringify(scenarios())));
  });

  it('is linked from the errors', async () => {
    const { text } = await get('/docs/errors');
    const linked = [...text.matchAll(/href="\/docs\/scenarios#([^"]+)"/g)].map(([, id]) => id!);
    expect(linked).toEqual(expect.arrayContaining(['checkout.PAYMENT_DECLINED', 'order.DOMAIN_TAKEN.word']));
    expect(linked.filter(id => !scenario(id))).toEqual([]);
  });
});
