import { jest } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NameyardError, WorldNotFoundError } from '../../libs/client/index.js';
import {
  connectNameyard,
  EventNotReceivedError,
  StartError,
  startNameyard,
  VerificationError,
  type World,
} from '../../libs/testing/index.js';
import { useWorld } from '../../libs/testing/jest.js';
import { closeWorld } from '../../libs/testing/use-world.js';
import { NameyardServer } from '../../libs/testing/nameyard-server.js';
import { Program } from '../processes/program.js';
import { eventually } from '../support/eventually.js';
import { CLI, temporaryFolder } from '../support/paths.js';

const OWNER = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

let nameyard: NameyardServer;
let world: World;

/** Variables of other programs, which would end the server. */
const FOREIGN = { DATABASE_URL: 'postgres://nothing.invalid/', LOG_LEVEL: 'trace-everything' };

/** Sets environment variables, or removes them, until the result is called. */
function withEnvironment(variables: Record<string, string | undefined>): () => void {
  const before = Object.keys(variables).map(name => [name, process.env[name]] as const);
  const set = ([name, value]: readonly [string, string | undefined]) => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  Object.entries(variables).forEach(set);
  return () => before.forEach(set);
}

beforeAll(async () => {
  const restore = withEnvironment(FOREIGN);
  nameyard = await startNameyard().finally(restore);
});
afterAll(() => nameyard.stop());
beforeEach(async () => void (world = await nameyard.world()));
afterEach(() => world.end());

async function register(domain: string, { client }: World = world): Promise<void> {
  const { order_id } = await client.domains.order({ domain, years: 1, owner: OWNER });
  await client.domains.checkout({ order_id, payment: { method: 'test', reference: domain } });
}

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: Error) => error.message,
  );

describe('startNameyard', () => {
  it('reports the output of a server that exits', async () => {
    const start = startNameyard({ env: { DEFAULT_TENANT: 'Not a slug' } });
    await expect(start).rejects.toBeInstanceOf(StartError);
    expect(await messageOf(start)).toMatch(
      /the server exited with code 1\. Its last output was:\nDEFAULT_TENANT must be/,
    );
  });

  it('names the timeout and how to extend it', async () => {
    expect(await messageOf(startNameyard({ timeout: 1 }))).toContain(
      'it was not ready within 1 ms. Set a longer timeout: startNameyard({ timeout: 2 }).',
    );
  });

  it('does not pass settings of other programs to the server', async () => {
    expect((await world.client.domains.search('my-shop.com')).status).toBe('available');
    expect(await messageOf(startNameyard({ env: { LOG_LEVEL: FOREIGN.LOG_LEVEL } }))).toContain('LOG_LEVEL must be');
  });
});

it('removes the data of a server whose parent ends while it starts', async () => {
  const folder = join(temporaryFolder(), 'data');
  const args = [CLI, 'start', '--temporary', folder, '--stop-with-stdin'];
  const server = new Program(process.execPath, args, { PORT: '0' });
  server.closeInput();
  const { code, stdout, stderr } = await server.exited;
  expect([code, stderr, existsSync(folder)]).toEqual([0, '', false]);
  expect(stdout).toContain('Stop with Ctrl-C; all data is removed.');
});

it('refuses an existing folder for temporary data', async () => {
  const folder = temporaryFolder();
  const { code, stderr } = await new Program(process.execPath, [CLI, 'start', '--temporary', folder]).exited;
  expect([code, stderr]).toEqual([1, expect.stringContaining(`cannot create the folder ${folder}: EEXIST.`)]);
  expect(existsSync(folder)).toBe(true);
});

describe('connectNameyard', () => {
  it('uses a running server and ends only its own worlds', async () => {
    const other = await connectNameyard({ ...credentials(), baseUrl: new URL(nameyard.baseUrl).origin });
    const { tenant, baseUrl, client } = await other.world({ name: 'of the other' });
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
    await client.domains.search('my-shop.com');
    await Promise.all([other.stop(), other.stop()]);
    await expect(nameyard.client.control.worlds.end(tenant)).rejects.toBeInstanceOf(WorldNotFoundError);
    await world.client.domains.search('my-shop.com');
  });

  it('accepts the address of the installation', async () => {
    const { origin } = new URL(nameyard.baseUrl);
    expect((await connectNameyard({ ...credentials(), baseUrl: `${origin}/` })).baseUrl).toBe(nameyard.baseUrl);
  });

  it('names what is missing, and does not combine options with the environment', async () => {
    const restore = withEnvironment({
      NAMEYARD_URL: 'http://127.0.0.1:1',
      NAMEYARD_TENANT: 'demo',
      NAMEYARD_KEY: 'key',
    });
    try {
      expect((await connectNameyard({ apiKey: undefined })).baseUrl).toBe('http://127.0.0.1:1/api/v1');
      expect(await messageOf(connectNameyard({ baseUrl: nameyard.baseUrl, tenant: 'demo' }))).toBe(
        'apiKey is missing: pass baseUrl, tenant and apiKey, or none of them to use the environment variables.',
      );
      delete process.env['NAMEYARD_KEY'];
      expect(await messageOf(connectNameyard())).toMatch(/^NAMEYARD_KEY is not set: .* or add the global setup/);
    } finally {
      restore();
    }
  });
});

const credentials = () => ({ baseUrl: nameyard.baseUrl, tenant: nameyard.tenant, apiKey: nameyard.apiKey });

describe('a world', () => {
  it('is separate from other worlds and ends once', async () => {
    await using other = await nameyard.world();
    await register('my-shop.com');
    await register('my-shop.com', other);
    await other.end();
    await expect(other.client.domains.search('my-shop.com')).rejects.toBeInstanceOf(NameyardError);
  });

  it('ends without an error when it has ended already', async () => {
    const other = await nameyard.world();
    await nameyard.client.control.worlds.end(other.tenant);
    await other.end();
    expect((await nameyard.client.control.worlds.list()).worlds.map(({ tenant }) => tenant)).toEqual([world.tenant]);
  });

  it('has a link to its story when it ends before its test has failed', async () => {
    const other = await nameyard.world();
    await other.end();
    const print = jest.spyOn(console, 'error').mockImplementation(() => {});
    await closeWorld(other, true);
    const [[text]] = print.mock.calls as [[string]];
    print.mockRestore();
    const path = `/portal/t/${nameyard.tenant}/worlds/${other.tenant}`;
    const page = `${new URL(nameyard.baseUrl).origin}${path}`;
    expect(text).toBe(`The world ${other.tenant} has ended.\nStory in the portal: ${page}`);
  });

  it('changes its clock and content', async () => {
    await register('my-shop.com');
    const before = await world.snapshot();
    const { happened } = await world.advance('P1Y');
    expect(happened.map(({ type }) => type)).toEqual(['domain.expiring', 'domain.expired']);
    await world.advance({ by: 'P1D' });
    expect((await world.clock.get()).offset_seconds).toBeGreaterThanOrEqual(366 * 86_400);
    await world.restore(before);
    expect((await world.snapshot()).registrations).toEqual(before.registrations);
    await world.reset();
    expect((await world.snapshot()).registrations).toEqual([]);
  });
});

it('decides orders in place of the registry of the world', async () => {
  const receiver = await world.receiver();
  await world.registry.set({ registration: 'async', registration_delay: 'P60D' });
  expect(await world.registry.get()).toMatchObject({ registration: 'async', transfer_delay: 'P5D' });
  await Promise.all([register('first-shop.com'), register('second-shop.com')]);
  expect(await world.decide('first-shop.com', 'registered')).toMatchObject({ domain_status: 'registered' });
  await receiver.next('domain.registered', { domain: 'first-shop.com' });
  expect(await world.decide('second-shop.com', 'failed', 'blocked')).toMatchObject({
    status: 'refunded',
    reason: 'blocked',
  });
  const { data } = await receiver.next('domain.registration_failed', { domain: 'second-shop.com' });
  expect(data).toMatchObject({ reason: 'blocked' });
});

it('verifies requests, and lists the nearest misses in the error', async () => {
  await world.fault({ match: { operation: 'checkout' }, fault: { kind: 'reset', phase: 'after' } });
  await register('my-shop.com');
  const { matches } = await world.verify({ request: { operation: 'checkout', domain: 'my-shop.com' }, times: 2 });
  expect(matches.map(entry => 'code' in entry && entry.code)).toEqual(['ANSWER_LOST', null]);

  const failed = world.verify({ request: { operation: 'order', status: 409 }, times: 1 });
  await expect(failed).rejects.toBeInstanceOf(VerificationError);
  expect(await messageOf(failed)).toMatch(
    /^Expected 1 request with operation: order, status: 409, but found 0\.\nNearest misses:\n {2}20\S+ operation: order, domain: my-shop\.com, status: 201, request_id: req_\w+(\n|$)/,
  );
  expect(await messageOf(world.verify({ request: { operation: 'checkout' }, times: { max: 1 } }))).toMatch(
    /^Expected 1 request with operation: checkout, but found 2\.\nFound:\n.*ANSWER_LOST.*\n.*status: 200/,
  );
  expect(await messageOf(world.verify({ request: { operation: 'order', status: 409 } }))).toMatch(
    /^Expected at least 1 request with operation: order/,
  );
  const distinct = { idempotency_keys: 2, payment_references: 1 };
  expect(await messageOf(world.verify({ request: { operation: 'checkout' }, times: 2, distinct }))).toMatch(
    /but found 2\.\nExpected 2 different idempotency keys, found 1\.\nFound:/,
  );
  expect(await messageOf(world.verify({ request: {}, within: 'PT31S' }))).toBe(
    'Invalid expectation: within must be at most PT30S.',
  );
  expect(await messageOf(world.verify({ delivery: {}, times: { min: 2 } }))).toBe(
    'Expected at least 2 webhook deliveries with any fields, but found 0.\nThere was nothing similar.',
  );
});

describe('a receiver', () => {
  it('returns each event once, in any order of the calls', async () => {
    const receiver = await world.receiver();
    const second = receiver.next('domain.registered', { domain: 'Second-Shop.com' });
    await register('first-shop.com');
    await register('second-shop.com');
    expect((await second).data.domain).toBe('second-shop.com');
    expect((await receiver.next('domain.registered')).data.domain).toBe('first-shop.com');
    expect(await messageOf(receiver.next('domain.registered', { within: 50 }))).toBe(
      [
        'No domain.registered arrived within 50 ms.',
        'Arrived:',
        '  domain.registered of first-shop.com (returned by an earlier call)',
        '  domain.registered of second-shop.com (returned by an earlier call)',
      ].join('\n'),
    );
    expect(receiver.events.map(({ type }) => type)).toEqual(['domain.registered', 'domain.registered']);
  });

  it('finds the events of a domain in any spelling', async () => {
    const receiver = await world.receiver();
    await register('münchen-shop.com');
    const event = await receiver.next('domain.registered', { domain: 'MÜNCHEN-Shop.com.' });
    expect(event.data.domain).toBe('xn--mnchen-shop-thb.com');
  });

  it('answers with any status from now on', async () => {
    const receiver = await world.receiver({ events: ['domain.registered'] });
    receiver.answer(500);
    await register('my-shop.com');
    const first = await receiver.next('domain.registered');
    receiver.answer(event => (event.id === first.id ? 204 : 500));
    await world.verify({ delivery: { receiver: receiver.id, state: 'delivered' }, times: 1, within: 'PT5S' });
    expect(receiver.events).toEqual([first, first]);
    expect(await messageOf(receiver.next('domain.registered', { within: 1 }))).toContain(
      'No domain.registered arrived',
    );
  });

  it('answers with status 500 when the status is invalid', async () => {
    const receiver = await world.receiver();
    for (const status of [undefined, 199, 600, 200.5, '200'] as number[])
      expect(() => receiver.answer(status)).toThrow(
        `The answer of a receiver must be an HTTP status from 200 to 599, not ${status}.`,
      );
    receiver.answer(() => undefined as unknown as number);
    await register('my-shop.com');
    await receiver.next('domain.registered');
    await world.verify({ delivery: { receiver: receiver.id, state: 'pending' }, times: 1, within: 'PT5S' });
  });

  it('does not depend on fake timers', async () => {
    const receiver = await world.receiver();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'], now: 0 });
    try {
      await register('my-shop.com');
      await receiver.next('domain.registered');
      expect(await messageOf(receiver.next('domain.renewed', { within: 1 }))).toContain('No domain.renewed arrived');
    } finally {
      jest.useRealTimers();
    }
  });

  it('rejects and records invalid signatures', async () => {
    const receiver = await world.receiver();
    await world.fault({ fault: { kind: 'webhook', effect: 'bad-signature' } });
    await register('my-shop.com');
    await eventually(() => expect(receiver.rejected).toHaveLength(1));
    const [{ error, body } = { error: new Error('none'), body: '' }] = receiver.rejected;
    expect([error.name, JSON.parse(body).type]).toEqual(['SignatureError', 'domain.registered']);
    expect((await fetch(receiver.url, { method: 'POST', body: '{}' })).status).toBe(400);
    expect(await messageOf(receiver.next('domain.renewed', { within: 1 }))).toContain(
      'a request that was rejected: The header webhook-id is missing.',
    );
  });

  it('registers the host name that the server knows', async () => {
    const receiver = await world.receiver({ host: 'localhost' });
    expect(receiver.url).toMatch(/^http:\/\/localhost:\d+\/webhooks$/);
    await register('my-shop.com');
    await receiver.next('domain.registered', { domain: 'my-shop.com' });
  });

  it('uses 127.0.0.1 if the variable for the host name is empty, as in CI', async () => {
    const restore = withEnvironment({ NAMEYARD_RECEIVER_HOST: '' });
    const { url } = await world.receiver().finally(restore);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/webhooks$/);
  });

  it('ends with its world', async () => {
    const other = await nameyard.world();
    const receiver = await other.receiver();
    const waiting = receiver.next('domain.registered');
    await Promise.all([expect(waiting).rejects.toBeInstanceOf(EventNotReceivedError), other.end()]);
    await expect(fetch(receiver.url)).rejects.toThrow('fetch failed');
  });
});

describe('stop', () => {
  it('ends the worlds of a server that it stopped', async () => {
    const server = new NameyardServer(credentials(), async () => {});
    const other = await server.world();
    const receiver = await other.receiver();
    await server.stop();
    await expect(fetch(receiver.url)).rejects.toThrow('fetch failed');
    await other.end();
    // It sent no request, which a stopped server could not answer.
    await nameyard.client.control.worlds.end(other.tenant);
  });
});

describe('useWorld', () => {
  beforeAll(() => {
    const { baseUrl, tenant, apiKey } = nameyard;
    Object.assign(process.env, { NAMEYARD_URL: baseUrl, NAMEYARD_TENANT: tenant, NAMEYARD_KEY: apiKey });
  });
  const current = useWorld({ name: 'of a hook' });
  let tenant: string;

  it('creates a world before each test', async () => {
    tenant = current().tenant;
    await current().client.domains.search('my-shop.com');
  });

  it('ends the world after the test', async () => {
    expect(current().tenant).not.toBe(tenant);
    await expect(nameyard.client.control.worlds.end(tenant)).rejects.toBeInstanceOf(WorldNotFoundError);
  });

  it('explains what is missing outside of Jest', () => {
    expect(() => useWorld({}, {})).toThrow('There is no global beforeEach.');
  });
});
