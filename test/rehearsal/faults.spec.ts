import { connect } from 'node:net';
import { SetSwitch } from '#registrar';
import { ADA, CHECKOUT, type Client, ORDER, RENEW, SEARCH } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { concurrently, countOutcomes, fieldsOf, outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { exchange } from '../support/socket.js';
import { TESTER } from '../support/tester.js';

const FAULTS = '/api/v1/sandbox/control/faults';

let sandbox: Sandbox;
let peer: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox();
  peer = await startSandbox({ peerOf: sandbox });
});
beforeEach(async () => void (client = await sandbox.tenant()));

const withFault = (fault: string) => ({ 'Sandbox-Fault': fault });
const search = (fault?: string, of = client) => of.search({ domain: 'example.com' }, fault ? withFault(fault) : {});
const order = (domain: string, headers: Record<string, string> = {}, of = client) =>
  of.order({ domain, years: 1, owner: ADA }, headers);
const add = (body: unknown, of = client) => of.raw({ path: FAULTS, body });
const list = async () => (await client.get(FAULTS)).body.data.faults;
const remove = (id = '') => client.raw({ method: 'DELETE', path: id ? `${FAULTS}/${id}` : FAULTS });
const ordersOf = async () => (await client.get('/api/v1/sandbox/orders')).body.data.orders as unknown[];

/** Adds a rule and returns it. */
async function rule(body: unknown) {
  const { status, body: answer, text } = await add(body);
  if (status !== 201) throw new Error(text);
  return answer.data;
}

interface Ending {
  text: string;
  code: string | undefined;
  ms: number;
}

/** Sends a request over a connection of its own, and returns how the connection ends. */
function ending(path: string, body: unknown, headers: Record<string, string>, of = client, origin = sandbox.origin) {
  const text = JSON.stringify(body);
  const lines = Object.entries({ ...of.headers, Host: 'x', 'Content-Length': Buffer.byteLength(text), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return new Promise<Ending>(resolve => {
    const started = performance.now();
    let received = '';
    let code: string | undefined;
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname, () => socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n${text}`));
    socket.on('data', chunk => (received += String(chunk)));
    socket.on('error', (error: NodeJS.ErrnoException) => (code = error.code));
    socket.on('close', () => resolve({ text: received, code, ms: performance.now() - started }));
  });
}

const ORDERED = { domain: 'lost-answer.com', years: 1, owner: ADA };

/** Waits for the log line of a request of this tenant. */
const logged = (expected: object) =>
  eventually(() =>
    expect(sandbox.log.filter(line => line['tenant'] === client.tenant.slug)).toContainEqual(
      expect.objectContaining(expected),
    ),
  );

describe('an error fault', () => {
  it.each([
    ['RATE_LIMITED', 429],
    ['INTERNAL_ERROR', 500],
    ['BAD_GATEWAY', 502],
    ['SERVICE_UNAVAILABLE', 503],
    ['GATEWAY_TIMEOUT', 504],
    ['API_KEY_INVALID', 401],
    ['MISDIRECTED_REQUEST', 421],
    ['unsupported_tld', 422],
  ])('returns %s with its status %d and its headers', async (code, status) => {
    const response = await search(`error;code=${code}`);
    expect(outcomeOf(response)).toBe(`${status} ${code}`);
    expect(response.headers['sandbox-faulted']).toBe('header');
    if (code === 'RATE_LIMITED') expect(response.headers['retry-after']).toBe('1');
  });

  it.each([
    [SEARCH, { domain: 'example.com' }],
    [ORDER, ORDERED],
    [RENEW, { domain: 'example.com', years: 1 }],
    [CHECKOUT, { order_id: 'ord_x', payment: { method: 'test', reference: 'r' } }],
  ])('at %s can have exactly the codes that the operation documents', async (path, body) => {
    const refused = await client.raw({ path, body, headers: withFault('error;code=NO_SUCH_CODE') });
    expect(outcomeOf(refused)).toBe('422 INVALID_FAULT');
    expect(fieldsOf(refused)).toEqual(['code']);
    const codes = refused.body.error.message.match(/must be one of (.*)\./)[1].split(', ') as string[];
    expect(codes).toEqual(expect.arrayContaining(['BAD_GATEWAY', 'INTERNAL_ERROR', 'RATE_LIMITED']));
    expect(codes.includes('PAYMENT_DECLINED')).toBe(path === CHECKOUT);
    expect(codes.includes('DOMAIN_TAKEN')).toBe(path === ORDER || path === CHECKOUT);
    for (const code of codes) {
      const response = await client.raw({ path, body, headers: withFault(`error;code=${code}`) });
      expect(response.body.error.code).toBe(code);
    }
  });

  it('happens before the operation, or after it is committed', async () => {
    expect(outcomeOf(await order('before.com', withFault('error;code=INTERNAL_ERROR')))).toBe('500 INTERNAL_ERROR');
    expect(await ordersOf()).toEqual([]);
    const after = withFault('error;code=GATEWAY_TIMEOUT;phase=after');
    expect(outcomeOf(await order('after.com', after))).toBe('504 GATEWAY_TIMEOUT');
    expect(await ordersOf()).toMatchObject([{ domain: 'after.com' }]);
  });

  it('after a payment leaves it paid, and a retry replays it', async () => {
    const id = await client.orderOf('paid-once.com');
    const fault = withFault('error;code=BAD_GATEWAY;phase=after');
    expect(outcomeOf(await client.pay(id, 'invoice-1', fault))).toBe('502 BAD_GATEWAY');
    expect((await client.getOrder(id)).body.data.status).toBe('paid');
    const retried = await client.pay(id, 'invoice-1');
    expect(retried.status).toBe(200);
    expect(retried.headers['sandbox-faulted']).toBeUndefined();
    const events = 'SELECT FROM platform.events WHERE tenant_id = $1';
    expect(await sandbox.rows(events, [client.tenant.id])).toHaveLength(1);
  });

  it('replaces the refusal of the operation, too', async () => {
    const fault = withFault('error;code=GATEWAY_TIMEOUT;phase=after');
    expect(outcomeOf(await order('google.com', fault))).toBe('504 GATEWAY_TIMEOUT');
  });

  it('counts against the limit, and is judged after the fields', async () => {
    const { headers } = await search('error;code=INTERNAL_ERROR');
    expect((await search()).headers['x-ratelimit-remaining']).toBe(
      String(Number(headers['x-ratelimit-remaining']) - 1),
    );
    const invalid = await client.search({ domain: '-' }, withFault('error;code=INTERNAL_ERROR'));
    expect(outcomeOf(invalid)).toBe('422 INVALID_DOMAIN');
  });
});

describe('a connection fault', () => {
  it('resets the connection before the order', async () => {
    expect(await ending(ORDER, ORDERED, withFault('reset'))).toMatchObject({ text: '', code: 'ECONNRESET' });
    expect(await ordersOf()).toEqual([]);
  });

  it('resets the connection after the order, which a retry with the same idempotency key replays', async () => {
    const headers = { 'X-Idempotency-Key': 'once' };
    const lost = await ending(ORDER, ORDERED, { ...headers, ...withFault('reset;phase=after') });
    expect(lost).toMatchObject({ text: '', code: 'ECONNRESET' });
    const retried = await client.order(ORDERED, headers);
    expect(retried.headers['idempotency-replayed']).toBe('true');
    expect(await ordersOf()).toHaveLength(1);
  });

  it.each([0, 20, 65_536])('truncates the response after %d bytes', async bytes => {
    const { text, code } = await ending(ORDER, ORDERED, withFault(`truncate;bytes=${bytes}`));
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(code).toBeUndefined();
    expect(head).toMatch(/^HTTP\/1\.1 201 /);
    expect(head).toMatch(/sandbox-faulted: header/i);
    const length = Number(/content-length: (\d+)/i.exec(head)![1]);
    expect(body).toHaveLength(Math.min(bytes, length - 1));
    expect(await ordersOf()).toHaveLength(1);
    await logged({ status: 201, faulted: 'header' });
  });

  it('delays the response of a request that takes effect', async () => {
    const started = performance.now();
    const response = await order('later.com', withFault('delay;ms=300'));
    expect(performance.now() - started).toBeGreaterThanOrEqual(299);
    expect(response.status).toBe(201);
    expect(response.headers['sandbox-faulted']).toBe('header');
  });

  it('hangs until the client gives up', async () => {
    const { hostname, port } = new URL(sandbox.origin);
    const body = JSON.stringify(ORDERED);
    const head = Object.entries({
      ...client.headers,
      Host: 'x',
      'Content-Length': body.length,
      ...withFault('hang;phase=after'),
    });
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const socket = connect(Number(port), hostname, () => socket.write(`POST ${ORDER} HTTP/1.1\r\n${lines}\r\n${body}`));
    let received = '';
    socket.on('data', chunk => (received += String(chunk)));
    await eventually(async () => expect(await ordersOf()).toHaveLength(1));
    expect(received).toBe('');
    socket.destroy();
    await logged({ status: 408, code: 'ANSWER_LOST', faulted: 'header' });
  });

  it('also closes the connection of pipelined requests', async () => {
    const body = JSON.stringify({ domain: 'example.com' });
    const requestWith = (fault: string) => {
      const headers = { ...client.headers, Host: 'x', 'Content-Length': body.length, ...withFault(fault) };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      return `POST ${SEARCH} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
    };
    for (const fault of ['reset', 'hang', 'truncate;bytes=3', 'error;code=INTERNAL_ERROR']) {
      const bytes = ['delay;ms=50', fault, 'reset'].map(requestWith).join('');
      const { timedOut } = await exchange(sandbox.origin, bytes);
      expect([fault, timedOut]).toEqual([fault, false]);
      expect(outcomeOf(await search())).toBe('200');
    }
  });

  it('does not slow down other tenants, also not 500 at once', async () => {
    const other = await sandbox.tenant();
    const median = async () => {
      const times: number[] = [];
      for (let n = 0; n < 41; n++) {
        const started = performance.now();
        expect((await search(undefined, other)).status).toBe(200);
        times.push(performance.now() - started);
      }
      return times.toSorted((a, b) => a - b)[20]!;
    };
    const alone = await median();
    const givingUp = new AbortController();
    const held = Array.from({ length: 500 }, (_, n) =>
      fetch(sandbox.origin + SEARCH, {
        method: 'POST',
        headers: { ...client.headers, ...withFault(n % 2 ? 'hang' : 'delay;ms=30000') },
        body: JSON.stringify({ domain: 'example.com' }),
        signal: givingUp.signal,
      }),
    );
    await eventually(async () => {
      const count = /nameyard_faults_total\{kind="hang"\} (\d+)/.exec(await sandbox.metrics())?.[1];
      expect(Number(count)).toBeGreaterThanOrEqual(250);
    });
    const among = await median();
    expect(among).toBeLessThan(Math.max(4 * alone, 40));
    givingUp.abort();
    await Promise.allSettled(held);
  });

  it('ends at shutdown', async () => {
    const other = await startSandbox({ peerOf: sandbox });
    const hanging = ending(SEARCH, { domain: 'example.com' }, withFault('hang'), client, other.origin);
    const delayed = ending(
      SEARCH,
      { domain: 'example.com' },
      { ...withFault('delay;ms=30000'), Connection: 'close' },
      client,
      other.origin,
    );
    await eventually(async () => expect(await other.metrics()).toMatch(/faults_total\{kind="delay"\} 1/));
    await eventually(async () => expect(await other.metrics()).toMatch(/faults_total\{kind="hang"\} 1/));
    await other.stop();
    expect(await hanging).toMatchObject({ text: '' });
    expect((await hanging).ms).toBeLessThan(20_000);
    expect((await delayed).text).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is logged as a lost answer, and not counted as a response', async () => {
    const countOf = async () => {
      const text = await sandbox.metrics();
      const found = text.matchAll(
        /request_duration_seconds_count\{.*route="\/api\/v1\/sandbox\/domains\/order".*\} (\d+)/g,
      );
      return [...found].map(([line]) => line);
    };
    const before = await countOf();
    await ending(ORDER, ORDERED, withFault('reset'));
    await logged({ status: 408, code: 'ANSWER_LOST', faulted: 'header' });
    await order('other.com', withFault('error;code=INTERNAL_ERROR'));
    await logged({ status: 500, code: 'INTERNAL_ERROR', faulted: 'header' });
    expect(await countOf()).toEqual(before);
    expect(sandbox.log.filter(line => line['level'] === 'error')).toEqual([]);
  });

  it.each([{ kind: 'hang' }, { kind: 'reset', phase: 'after' }, { kind: 'truncate', bytes: 3 }])(
    'is a lost answer to a call from the portal: %j',
    async fault => {
      const person = await sandbox.person({ role: 'developer', tenants: [client] });
      await rule({ fault });
      const call = { key_id: client.key.id, call: 'search', body: { domain: 'example.com' } };
      const { body } = await person.post(`tenants/${client.tenant.slug}/try`, call);
      expect(body.data.response).toMatchObject({
        status: 408,
        headers: { 'sandbox-faulted': expect.stringMatching(/^flt_/) },
        body: { error: { code: 'ANSWER_LOST' } },
      });
      expect(sandbox.log.filter(line => line['level'] === 'error')).toEqual([]);
    },
  );

  it('is marked in the request log of the portal', async () => {
    const person = await sandbox.person({ role: 'developer', tenants: [client] });
    await ending(ORDER, ORDERED, withFault('reset;phase=after'));
    await search();
    await eventually(async () =>
      expect((await person.get(`tenants/${client.tenant.slug}/requests`)).body.data.requests).toMatchObject([
        { faulted: null, status: 200 },
        { faulted: 'header', status: 408, code: 'ANSWER_LOST', domain: ORDERED.domain },
      ]),
    );
  });
});

describe('the Sandbox-Fault header', () => {
  it.each([
    ['explode', 'kind'],
    ['webhook;effect=duplicate', 'kind'],
    ['error', 'code'],
    ['error;code=RATE_LIMITED;phase=never', 'phase'],
    ['hang;ms=3', 'ms'],
    ['delay', 'ms'],
    ['delay;ms=30001', 'ms'],
    ['delay;ms=x', 'ms'],
    ['truncate;bytes=-1', 'bytes'],
    ['truncate;bytes=1.5', 'bytes'],
    ['reset;', 'Sandbox-Fault'],
    ['reset, hang', 'Sandbox-Fault'],
    ['"', 'Sandbox-Fault'],
    ['__proto__', 'Sandbox-Fault'],
    ['hang;constructor=1', 'constructor'],
  ])('with the value %s is refused and names %s', async (value, field) => {
    const response = await search(value);
    expect(outcomeOf(response)).toBe('422 INVALID_FAULT');
    expect(fieldsOf(response)).toEqual([field]);
    expect(response.headers['sandbox-faulted']).toBeUndefined();
  });

  it('requires the permission sandbox.control', async () => {
    const other = await sandbox.key(client.tenant, { permissions: ['sandbox.search'] });
    expect(outcomeOf(await search('reset', other))).toBe('403 PERMISSION_DENIED');
    expect(outcomeOf(await search(undefined, other))).toBe('200');
  });

  it('is refused on the live registrar before the key is checked, once the registrar is switched on', async () => {
    const live = { path: SEARCH.replace('/sandbox/', '/registrar/'), body: {}, headers: withFault('hang') };
    expect(outcomeOf(await sandbox.call(live))).toBe('503 REGISTRAR_DISABLED');
    await sandbox.app.get(SetSwitch).execute({ on: true, reason: 'a test' }, TESTER);
    expect(outcomeOf(await sandbox.call(live))).toBe('400 CONTROL_ON_LIVE');
    expect(outcomeOf(await sandbox.call({ ...live, headers: {} }))).toBe('401 API_KEY_REQUIRED');
    await sandbox.app.get(SetSwitch).execute({ on: false, reason: 'a test' }, TESTER);
  });

  it('takes the place of rules, which do not count the request', async () => {
    await rule({ fault: { kind: 'error', code: 'INTERNAL_ERROR' } });
    expect(outcomeOf(await search('error;code=BAD_GATEWAY'))).toBe('502 BAD_GATEWAY');
    expect(await list()).toMatchObject([{ used: 0, remaining: 1 }]);
  });
});

describe('a fault rule', () => {
  const FAULT = { kind: 'error', code: 'SERVICE_UNAVAILABLE' };

  it('is returned with its defaults', async () => {
    const added = await rule({ fault: { kind: 'reset' } });
    expect(added).toMatchObject({
      match: {},
      fault: { kind: 'reset', phase: 'before' },
      times: 1,
      skip: 0,
      remaining: 1,
      used: 0,
    });
    expect(Date.parse(added.expires_at) - Date.parse(added.created_at)).toBe(600_000);
    expect(await list()).toEqual([added]);
  });

  it('applies to the requests after the skipped ones, and names itself', async () => {
    const { id } = await rule({ match: { operation: 'search' }, fault: FAULT, times: 2, skip: 1 });
    const responses = [await search(), await search(), await search(), await search()];
    expect(responses.map(outcomeOf)).toEqual(['200', '503 SERVICE_UNAVAILABLE', '503 SERVICE_UNAVAILABLE', '200']);
    expect(responses.map(({ headers }) => headers['sandbox-faulted'])).toEqual([undefined, id, id, undefined]);
    expect(await list()).toMatchObject([{ id, used: 2, remaining: 0 }]);
  });

  it('applies to all keys of the tenant, and to no other tenant', async () => {
    await rule({ fault: FAULT, times: 2 });
    const other = await sandbox.key(client.tenant, { permissions: ['sandbox.search'] });
    expect(outcomeOf(await search(undefined, await sandbox.tenant()))).toBe('200');
    expect(outcomeOf(await search(undefined, other))).toBe('503 SERVICE_UNAVAILABLE');
  });

  it('gives way to older rules until they are used up', async () => {
    const codes = ['BAD_GATEWAY', 'GATEWAY_TIMEOUT'];
    for (const code of codes) await rule({ fault: { kind: 'error', code } });
    const outcomes = [await search(), await search(), await search()].map(outcomeOf);
    expect(outcomes).toEqual(['502 BAD_GATEWAY', '504 GATEWAY_TIMEOUT', '200']);
  });

  it('without an operation applies only where its code is documented', async () => {
    await rule({ fault: { kind: 'error', code: 'DOMAIN_TAKEN' } });
    expect(outcomeOf(await search())).toBe('200');
    expect(outcomeOf(await order('free.com'))).toBe('409 DOMAIN_TAKEN');
  });

  it.each([
    ['Shop.com', ['shop.com', 'SHOP.com'], ['myshop.com', 'shop.org']],
    ['*.com', ['a.com', 'b-c.com'], ['a.org', 'com.org']],
    ['shop-*', ['shop-a.com', 'shop-b.org'], ['a-shop.com']],
    ['münchen.com', ['münchen.com', 'xn--mnchen-3ya.com'], ['munchen.com']],
  ])('for the domain %s applies to %j and not to %j', async (domain, matching, others) => {
    await rule({ match: { domain }, fault: FAULT, times: 10 });
    const outcomes = async (domains: string[]) =>
      Promise.all(domains.map(async name => outcomeOf(await client.search({ domain: name }))));
    expect(new Set(await outcomes(matching))).toEqual(new Set(['503 SERVICE_UNAVAILABLE']));
    expect(new Set(await outcomes(others))).toEqual(new Set(['200']));
  });

  it('matches a checkout by the domain of its order', async () => {
    await rule({ match: { operation: 'checkout', domain: 'pay-*' }, fault: FAULT });
    const [matching, other] = [await client.orderOf('pay-me.com'), await client.orderOf('other.com')];
    expect(outcomeOf(await client.pay('ord_unknown'))).toBe('404 ORDER_NOT_FOUND');
    expect(outcomeOf(await client.pay(other))).toBe('200');
    expect(outcomeOf(await client.pay(matching))).toBe('503 SERVICE_UNAVAILABLE');
    expect(outcomeOf(await client.pay(matching))).toBe('200');
  });

  it('loses the response of a payment that took place', async () => {
    const id = await client.orderOf('lost.com');
    await rule({ match: { operation: 'checkout' }, fault: { kind: 'reset', phase: 'after' } });
    const body = { order_id: id, payment: { method: 'test', reference: 'invoice-7' } };
    expect(await ending(CHECKOUT, body, {})).toMatchObject({ text: '', code: 'ECONNRESET' });
    expect(outcomeOf(await client.checkout(body))).toBe('200');
    expect((await client.getRegistration('lost.com')).status).toBe(200);
  });

  it('ends when it expires', async () => {
    const { id } = await rule({ fault: FAULT, times: 5, expires_in: 'PT1S' });
    expect(outcomeOf(await search())).toBe('503 SERVICE_UNAVAILABLE');
    await eventually(async () => expect(await list()).toEqual([]), 5_000);
    expect(outcomeOf(await search())).toBe('200');
    expect(outcomeOf(await remove(id))).toBe('404 FAULT_NOT_FOUND');
  });

  it('ends when it is removed', async () => {
    const { id } = await rule({ fault: FAULT, times: 5 });
    expect((await remove(id)).body.data).toEqual({ id, removed: true });
    expect(outcomeOf(await search())).toBe('200');
    await rule({ fault: FAULT });
    await rule({ fault: FAULT });
    expect((await remove()).body.data).toEqual({ removed: 2 });
    expect(outcomeOf(await search())).toBe('200');
    expect(outcomeOf(await remove(id))).toBe('404 FAULT_NOT_FOUND');
  });

  it('cannot be seen or removed by another tenant', async () => {
    const { id } = await rule({ fault: FAULT });
    const other = await sandbox.tenant();
    expect((await other.get(FAULTS)).body.data.faults).toEqual([]);
    expect(outcomeOf(await other.raw({ method: 'DELETE', path: `${FAULTS}/${id}` }))).toBe('404 FAULT_NOT_FOUND');
    expect((await other.raw({ method: 'DELETE', path: FAULTS })).body.data.removed).toBe(0);
    expect(await list()).toHaveLength(1);
  });

  it.each([
    [{}, 'VALIDATION_FAILED', ['fault']],
    [{ fault: 'hang' }, 'VALIDATION_FAILED', ['fault']],
    [{ fault: { kind: 'explode' } }, 'INVALID_FAULT', ['fault']],
    [{ fault: { kind: 'hang', ms: 3 } }, 'INVALID_FAULT', ['fault']],
    [{ fault: { kind: 'webhook', effect: 'explode' } }, 'INVALID_FAULT', ['fault']],
    [{ fault: { kind: 'error', code: 'NO_SUCH_CODE' } }, 'INVALID_FAULT', ['code']],
    [{ match: { operation: 'search' }, fault: { kind: 'error', code: 'DOMAIN_TAKEN' } }, 'INVALID_FAULT', ['code']],
    [{ match: { operation: 'pay' }, fault: FAULT }, 'VALIDATION_FAILED', ['match.operation']],
    [{ match: { domain: 'a*b' }, fault: FAULT }, 'VALIDATION_FAILED', ['match.domain']],
    [{ match: { domain: '*a*' }, fault: FAULT }, 'VALIDATION_FAILED', ['match.domain']],
    [{ match: { domains: 'a' }, fault: FAULT }, 'VALIDATION_FAILED', ['match.domains']],
    [{ fault: FAULT, times: 0 }, 'VALIDATION_FAILED', ['times']],
    [{ fault: FAULT, times: 1001 }, 'VALIDATION_FAILED', ['times']],
    [{ fault: FAULT, skip: -1 }, 'VALIDATION_FAILED', ['skip']],
    [{ fault: FAULT, expires_in: 'PT0S' }, 'VALIDATION_FAILED', ['expires_in']],
    [{ fault: FAULT, expires_in: 'PT24H1S' }, 'VALIDATION_FAILED', ['expires_in']],
    [{ fault: FAULT, expires: 'PT1H' }, 'VALIDATION_FAILED', ['expires']],
  ])('%j is refused with %s', async (body, code, fields) => {
    const response = await add(body);
    expect(outcomeOf(response)).toBe(`422 ${code}`);
    expect(fieldsOf(response)).toEqual(fields);
  });

  it('requires the permission sandbox.control', async () => {
    const other = await sandbox.key(client.tenant, { permissions: ['sandbox.search'] });
    expect(outcomeOf(await add({ fault: FAULT }, other))).toBe('403 PERMISSION_DENIED');
  });
});

describe('several processes', () => {
  const FAULT = { kind: 'error', code: 'SERVICE_UNAVAILABLE' };
  const both = () => [client, peer.clientOf(client)];

  it('apply a rule as soon as it was added, and not after it was removed', async () => {
    for (let n = 0; n < 5; n++) {
      const { id } = await rule({ fault: FAULT, times: 2 });
      const failed = await Promise.all(both().map(one => search(undefined, one)));
      expect(countOutcomes(failed)).toEqual({ '503 SERVICE_UNAVAILABLE': 2 });
      await remove(id);
      await rule({ fault: FAULT, times: 2 });
      await remove();
      expect(countOutcomes(await Promise.all(both().map(one => search(undefined, one))))).toEqual({ 200: 2 });
    }
  });

  it('together apply a rule exactly as often as it says', async () => {
    const { id } = await rule({ fault: FAULT, times: 3, skip: 4 });
    const next = await rule({ fault: { kind: 'error', code: 'BAD_GATEWAY' }, times: 2 });
    const responses = await concurrently(50, n => search(undefined, both()[n % 2]));
    expect(countOutcomes(responses)).toEqual({ 200: 45, '503 SERVICE_UNAVAILABLE': 3, '502 BAD_GATEWAY': 2 });
    expect(await list()).toMatchObject([
      { id, used: 3, remaining: 0 },
      { id: next.id, used: 2, remaining: 0 },
    ]);
  });

  it('together keep the maximum of 100 live rules', async () => {
    const added = await concurrently(110, n => add({ fault: FAULT }, both()[n % 2]));
    expect(countOutcomes(added)).toEqual({ 201: 100, '409 TOO_MANY_FAULTS': 10 });
    expect(outcomeOf(await search())).toBe('503 SERVICE_UNAVAILABLE');
    expect(outcomeOf(await add({ fault: FAULT }))).toBe('201');
    expect(await list()).toHaveLength(101);
  });
});

describe('a tenant without rules', () => {
  it('causes no query for them', async () => {
    await search();
    const blocker = await sandbox.database.pool.connect();
    await blocker.query('BEGIN; LOCK TABLE rehearsal.faults IN ACCESS EXCLUSIVE MODE');
    // A query of the table would wait for the lock.
    expect(countOutcomes(await concurrently(20, () => search()))).toEqual({ 200: 20 });
    await blocker.query('ROLLBACK');
    blocker.release();
  });
});
