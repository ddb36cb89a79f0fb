import { type Client, ORDER, SEARCH } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { addRule, bytesOf, endingOf, order, ORDERED, ordersOf, search, send, withFault } from '../../support/faults.js';
import { outcomeOf } from '../../support/outcome.js';
import { type Sandbox, sharedSandbox, startSandbox } from '../../support/sandbox.js';
import { exchange } from '../../support/socket.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));

/** Sends an order over a connection of its own, and returns how the connection ends. */
const endingOfOrder = (headers: Record<string, string>) =>
  endingOf(sandbox.origin, bytesOf(client, ORDER, ORDERED, headers));

/** Waits for the log line of a request of this tenant. */
const logged = (expected: object) =>
  eventually(() =>
    expect(sandbox.log.filter(line => line['tenant'] === client.tenant.slug)).toContainEqual(
      expect.objectContaining(expected),
    ),
  );

describe('a connection fault', () => {
  it('resets the connection before the order', async () => {
    expect(await endingOfOrder(withFault('reset'))).toMatchObject({ text: '', code: 'ECONNRESET' });
    expect(await ordersOf(client)).toEqual([]);
  });

  it('resets the connection after the order, which a retry with the same idempotency key replays', async () => {
    const headers = { 'X-Idempotency-Key': 'once' };
    const lost = await endingOfOrder({ ...headers, ...withFault('reset;phase=after') });
    expect(lost).toMatchObject({ text: '', code: 'ECONNRESET' });
    const retried = await client.order(ORDERED, headers);
    expect(retried.headers['idempotency-replayed']).toBe('true');
    expect(await ordersOf(client)).toHaveLength(1);
  });

  it.each([0, 20, 65_536])('truncates the response after %d bytes', async bytes => {
    const { text, code } = await endingOfOrder(withFault(`truncate;bytes=${bytes}`));
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(code).toBeUndefined();
    expect(head).toMatch(/^HTTP\/1\.1 201 /);
    expect(head).toMatch(/sandbox-faulted: header/i);
    const length = Number(/content-length: (\d+)/i.exec(head)![1]);
    expect(body).toHaveLength(Math.min(bytes, length - 1));
    expect(await ordersOf(client)).toHaveLength(1);
    await logged({ status: 201, faulted: 'header' });
  });

  it('delays the response of a request that takes effect', async () => {
    const started = performance.now();
    const response = await order(client, 'later.com', withFault('delay;ms=300'));
    expect(performance.now() - started).toBeGreaterThanOrEqual(299);
    expect(response.status).toBe(201);
    expect(response.headers['sandbox-faulted']).toBe('header');
  });

  it('hangs until the client gives up', async () => {
    const socket = send(sandbox.origin, bytesOf(client, ORDER, ORDERED, withFault('hang;phase=after')));
    let received = '';
    socket.on('data', chunk => (received += String(chunk)));
    await eventually(async () => expect(await ordersOf(client)).toHaveLength(1));
    expect(received).toBe('');
    socket.destroy();
    await logged({ status: 408, code: 'ANSWER_LOST', faulted: 'header' });
  });

  it('also closes the connection of pipelined requests', async () => {
    const searchWith = (fault: string) => bytesOf(client, SEARCH, { domain: 'example.com' }, withFault(fault));
    for (const fault of ['reset', 'hang', 'truncate;bytes=3', 'error;code=INTERNAL_ERROR']) {
      const bytes = ['delay;ms=50', fault, 'reset'].map(searchWith).join('');
      const { timedOut } = await exchange(sandbox.origin, bytes);
      expect([fault, timedOut]).toEqual([fault, false]);
      expect(outcomeOf(await search(client))).toBe('200');
    }
  });

  it('does not slow down other tenants, also not 500 at once', async () => {
    const other = await sandbox.tenant();
    const median = async () => {
      const times: number[] = [];
      for (let n = 0; n < 41; n++) {
        const started = performance.now();
        expect((await search(other)).status).toBe(200);
        times.push(performance.now() - started);
      }
      return times.toSorted((a, b) => a - b)[20]!;
    };
    const alone = await median();
    const hung = async () => Number(/nameyard_faults_total\{kind="hang"\} (\d+)/.exec(await sandbox.metrics())![1]);
    const before = await hung();
    const givingUp = new AbortController();
    const held = Array.from({ length: 500 }, (_, n) =>
      fetch(sandbox.origin + SEARCH, {
        method: 'POST',
        headers: { ...client.headers, ...withFault(n % 2 ? 'hang' : 'delay;ms=30000') },
        body: JSON.stringify({ domain: 'example.com' }),
        signal: givingUp.signal,
      }),
    );
    await eventually(async () => expect(await hung()).toBeGreaterThanOrEqual(before + 250));
    const among = await median();
    expect(among).toBeLessThan(Math.max(4 * alone, 40));
    givingUp.abort();
    await Promise.allSettled(held);
  });

  it('ends at shutdown', async () => {
    const other = await startSandbox({ peerOf: sandbox });
    const searchWith = (headers: Record<string, string>) =>
      endingOf(other.origin, bytesOf(client, SEARCH, { domain: 'example.com' }, headers));
    const hanging = searchWith(withFault('hang'));
    const delayed = searchWith({ ...withFault('delay;ms=30000'), Connection: 'close' });
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
    await endingOfOrder(withFault('reset'));
    await logged({ status: 408, code: 'ANSWER_LOST', faulted: 'header' });
    await order(client, 'other.com', withFault('error;code=INTERNAL_ERROR'));
    await logged({ status: 500, code: 'INTERNAL_ERROR', faulted: 'header' });
    expect(await countOf()).toEqual(before);
    expect(sandbox.log.filter(line => line['level'] === 'error')).toEqual([]);
  });

  it.each([{ kind: 'hang' }, { kind: 'reset', phase: 'after' }, { kind: 'truncate', bytes: 3 }])(
    'is a lost answer to a call from the portal: %j',
    async fault => {
      const person = await sandbox.person({ role: 'developer', tenants: [client] });
      await addRule(client, { fault });
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
    await endingOfOrder(withFault('reset;phase=after'));
    await search(client);
    await eventually(async () =>
      expect((await person.get(`tenants/${client.tenant.slug}/requests`)).body.data.requests).toMatchObject([
        { faulted: null, status: 200 },
        { faulted: 'header', status: 408, code: 'ANSWER_LOST', domain: ORDERED.domain },
      ]),
    );
  });
});
