import type { Socket } from 'node:net';
import { Database } from '#platform/database';
import { Keys } from '#api-keys';
import type { Client } from '../support/client.js';
import {
  currentCursor,
  domainsIn,
  openLongPoll,
  readMetric,
  recordEvent,
  waitForFollowers,
} from '../support/events.js';
import { concurrently, outcomeOf, countOutcomes } from '../support/outcome.js';
import { type Sandbox, sharedSandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

const WAITING_PER_KEY = 100;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await sharedSandbox();
});

const queries = (one: Sandbox) => readMetric(one, 'nameyard_events_queries_total');

describe('waiting requests', () => {
  it('hold no database connection and share one query per cursor', async () => {
    const client = await sandbox.tenant();
    const after = await currentCursor(client);
    const responses = Array.from({ length: 60 }, () => client.follow({ after, wait: 20 }));
    await waitForFollowers(sandbox, 60);
    expect((await client.search({ domain: 'example.com' })).status).toBe(200);
    const before = await queries(sandbox);
    await recordEvent(sandbox.database.pool, client, 'many.com');
    for (const response of await Promise.all(responses)) expect(domainsIn(response)).toEqual(['many.com']);
    // One query, plus a few if another transaction delays the event or the fallback timer fires.
    expect((await queries(sandbox)) - before).toBeLessThan(10);
  });

  it('share queries even with different cursors', async () => {
    const client = await sandbox.tenant();
    const cursors = await differentCursors(client, 30);
    const responses = cursors.map(after => client.follow({ after, wait: 20 }));
    await waitForFollowers(sandbox, cursors.length);
    const before = await queries(sandbox);
    await recordEvent(sandbox.database.pool, client, 'everywhere.com');
    for (const response of await Promise.all(responses)) expect(domainsIn(response)).toEqual(['everywhere.com']);
    expect((await queries(sandbox)) - before).toBeLessThan(10);
  });

  it('never get the result of a query that started before their request or notification', async () => {
    const client = await sandbox.tenant();
    const after = await currentCursor(client);
    const delayed = delayNextResult(sandbox, 'webhooks.following');
    const early = client.follow({ after, wait: 20 });
    await delayed.result;
    await recordEvent(sandbox.database.pool, client, 'meanwhile.com');
    // Requests the same cursor before the result of the earlier query, which has no event, has arrived.
    const late = await client.follow({ after, wait: 4 });
    expect(domainsIn(late)).toEqual(['meanwhile.com']);
    delayed.deliver();
    expect(domainsIn(await early)).toEqual(['meanwhile.com']);
  });

  it('get 401 when the key is revoked', async () => {
    const client = await sandbox.tenant();
    const other = await sandbox.key(client.tenant);
    const response = client.follow({ after: await currentCursor(client), wait: 20 });
    await waitForFollowers(sandbox, 1);
    await sandbox.app.get(Keys).revoke(client.key, TESTER);
    await other.register('secret.com');
    expect(outcomeOf(await response)).toBe('401 API_KEY_INVALID');
  });

  it('get a response when the process shuts down', async () => {
    const peer = await startSandbox({ peerOf: sandbox });
    const client = peer.clientOf(await sandbox.tenant());
    const after = await currentCursor(client);
    const responses = Array.from({ length: 20 }, () => client.follow({ after, wait: 25 }));
    await waitForFollowers(peer, 20);
    const started = performance.now();
    await peer.app.close();
    for (const { status, body } of await Promise.all(responses)) expect([status, body.data.events]).toEqual([200, []]);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('end when their clients disconnect', async () => {
    const client = await sandbox.tenant();
    const after = await currentCursor(client);
    const sockets = Array.from({ length: 5 }, () => openLongPoll(sandbox, client, after));
    await waitForFollowers(sandbox, 5);
    sockets.pop()!.destroy();
    await waitForFollowers(sandbox, 4);
    for (const socket of sockets) socket.destroy();
    await waitForFollowers(sandbox, 0);
  });
});

describe('concurrent requests without a cursor', () => {
  it('share queries', async () => {
    const client = await sandbox.tenant();
    const before = await queries(sandbox);
    expect(countOutcomes(await concurrently(100, () => client.follow()))).toEqual({ 200: 100 });
    expect((await queries(sandbox)) - before).toBeLessThan(90);
  });
});

describe('429 TOO_MANY_WAITING', () => {
  const sockets: Socket[] = [];
  let client: Client;
  let after: string;

  beforeAll(async () => {
    client = await sandbox.tenant();
    after = await currentCursor(client);
    for (let i = 0; i < WAITING_PER_KEY; i++) sockets.push(openLongPoll(sandbox, client, after));
    await waitForFollowers(sandbox, WAITING_PER_KEY);
  });
  afterAll(() => sockets.forEach(socket => socket.destroy()));

  it('is returned when a key has too many waiting requests', async () => {
    const response = await client.follow({ after, wait: 20 });
    expect(outcomeOf(response)).toBe('429 TOO_MANY_WAITING');
    expect(response.headers['retry-after']).toBe('1');
    expect(response.body.error.message).toMatch(/^At most 100 requests of one key .* reuse one connection .* "wait"/);
    expect(await readMetric(sandbox, 'nameyard_events_waiting')).toBe(WAITING_PER_KEY);
  });

  it('does not affect requests that do not wait, or other keys', async () => {
    expect((await client.follow({ after, wait: 0 })).status).toBe(200);
    expect((await client.follow({ wait: 20 })).status).toBe(200);
    const other = await sandbox.key(client.tenant);
    expect((await other.follow({ after, wait: 1 })).status).toBe(200);
  });

  it('is no longer returned after a waiting request ends', async () => {
    sockets.pop()!.destroy();
    await waitForFollowers(sandbox, WAITING_PER_KEY - 1);
    expect((await client.follow({ after, wait: 1 })).status).toBe(200);
  });
});

/** Cursors of one tenant, separated only by events of another tenant. */
async function differentCursors(client: Client, count: number): Promise<string[]> {
  const other = await sandbox.tenant();
  const cursors = new Set<string>();
  while (cursors.size < count) {
    await recordEvent(sandbox.database.pool, other, 'other.com');
    cursors.add(await currentCursor(client));
  }
  return [...cursors];
}

/** Runs the next statement of this name but withholds its result until `deliver` is called. */
function delayNextResult({ app }: Sandbox, statement: string) {
  const database = app.get(Database);
  const query = database.query.bind(database);
  let deliver = () => {};
  const delivered = new Promise<void>(resolve => (deliver = resolve));
  const result = new Promise<void>(resolve => {
    database.query = async config => {
      if (config.name !== statement) return query(config);
      database.query = query;
      const found = await query<never>(config);
      resolve();
      await delivered;
      return found;
    };
  });
  return { result, deliver };
}
