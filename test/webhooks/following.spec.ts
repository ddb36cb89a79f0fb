import { connect } from 'node:net';
import type { PoolClient } from 'pg';
import { RevokeKey } from '#api-keys';
import { AddReceiver, SendTest, WebhooksModule } from '#webhooks';
import { Cursors } from '../../libs/webhooks/following/cursors.js';
import type { Answer } from '../support/answers.js';
import { type Client, EVENTS } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ modules: [WebhooksModule], settings: { webhookAllowPrivateTargets: true } });
});
afterAll(() => sandbox.stop());

/** A cursor for what happens from now on. */
const begin = async (client: Client): Promise<string> => (await client.follow()).body.data.next;

const domainsIn = ({ body }: Answer): string[] => body.data.events.map(({ data }: never) => (data as never)['domain']);

/** All that comes after a cursor until so many events were seen. */
async function collect(client: Client, after: string, count: number): Promise<string[]> {
  const seen: string[] = [];
  for (let next = after; seen.length < count;) {
    const answer = await client.follow({ after: next, wait: 5 });
    if (answer.body.data.events.length === 0) throw new Error(`waited in vain after ${seen.join(', ')}`);
    seen.push(...domainsIn(answer));
    next = answer.body.data.next;
  }
  return seen;
}

/** Until so many requests of a process wait for events. */
const waiting = ({ call }: Sandbox, count: number) =>
  eventually(async () => {
    const { text } = await call({ method: 'GET', path: '/metrics' });
    expect(text).toContain(`\nnameyard_events_waiting ${count}\n`);
  });

/** Writes an event as the worker does, in a transaction of the test's own, and tells of it. */
const write = (tx: Pick<PoolClient, 'query'>, { tenant }: Client, name: string) =>
  tx.query(
    `WITH event AS (
       INSERT INTO webhooks.events (id, tenant_id, type, occurred_at, body)
       SELECT 'evt_' || gen_random_uuid(), $1, 'domain.registered', now(), $2 RETURNING tenant_id
     )
     SELECT pg_notify('nameyard', 'webhooks.events ' || tenant_id) FROM event`,
    [tenant.id, bodyOf(name, tenant.slug)],
  );

const bodyOf = (domain: string, tenant: string): string =>
  JSON.stringify({
    type: 'domain.registered',
    timestamp: '2025-11-21T08:00:00.000Z',
    data: {
      order_id: 'ord_0',
      domain,
      tld: 'com',
      years: 1,
      status: 'registered',
      registered_at: '2025-11-21T08:00:00.000Z',
      expires_at: '2026-11-21T08:00:00.000Z',
      amount: { currency: 'USD', total: 11.99 },
      owner: { email: 'ada@example.com' },
      tenant,
    },
  });

describe('200 at once', () => {
  it('with a cursor and nothing else when there is no cursor yet, whatever happened before', async () => {
    const client = await sandbox.tenant();
    await client.register('before.com');
    await eventually(async () =>
      expect(await sandbox.rows('SELECT FROM webhooks.events WHERE tenant_id = $1', [client.tenant.id])).toHaveLength(
        1,
      ),
    );
    const { status, body, headers } = await client.follow({ wait: 25 });
    expect([status, body.data]).toEqual([
      200,
      { events: [], next: expect.any(String), meta: { source: 'nameyard-sandbox' } },
    ]);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('with what happened since, as webhooks tell it and with its id', async () => {
    const client = await sandbox.tenant();
    const after = await begin(client);
    const { body: paid } = await client.register('first.com', 2);
    const { body } = await client.follow({ after });
    const [{ id, ...message }] = body.data.events;
    const [stored] = await sandbox.rows('SELECT body FROM webhooks.events WHERE id = $1', [id]);
    expect(JSON.stringify(message)).toBe(stored.body);
    expect(message).toMatchObject({
      type: 'domain.registered',
      timestamp: paid.data.registered_at,
      data: { domain: 'first.com', years: 2, tenant: client.tenant.slug },
    });
  });

  it('with a hundred events at most, and the rest at the next call, in order', async () => {
    const client = await sandbox.tenant();
    const after = await begin(client);
    const names = Array.from({ length: 230 }, (_, i) => `name-${i}.com`);
    for (const name of names) await write(sandbox.database.pool, client, name);
    const page = await eventually(async () => {
      const answer = await client.follow({ after });
      expect(domainsIn(answer)).toEqual(names.slice(0, 100));
      return answer;
    });
    expect(await collect(client, page.body.data.next, 130)).toEqual(names.slice(100));
  });

  it('empty when it is to wait for no time', async () => {
    const client = await sandbox.tenant();
    const { body } = await client.follow({ after: await begin(client), wait: 0 });
    expect(body.data.events).toEqual([]);
  });
});

describe('200 later', () => {
  it('as soon as a name is registered', async () => {
    const client = await sandbox.tenant();
    const answer = client.follow({ after: await begin(client), wait: 20 });
    await waiting(sandbox, 1);
    await client.register('awaited.com');
    const registered = performance.now();
    expect(domainsIn(await answer)).toEqual(['awaited.com']);
    expect(performance.now() - registered).toBeLessThan(1_000);
  });

  it('to everyone who waits, in every process, and to no other tenant', async () => {
    const neighbour = await startSandbox({ beside: sandbox });
    try {
      const [client, stranger] = [await sandbox.tenant(), await sandbox.tenant()];
      const [after, theirs] = [await begin(client), await begin(stranger)];
      const answers = [client, client, neighbour.clientOf(client)].map(each => each.follow({ after }));
      const nothing = stranger.follow({ after: theirs, wait: 2 });
      await client.register('shared.com');
      for (const answer of answers) expect(domainsIn(await answer)).toEqual(['shared.com']);
      expect(domainsIn(await nothing)).toEqual([]);
    } finally {
      await neighbour.stop();
    }
  });

  it('empty when the time is up, with a cursor that goes on', async () => {
    const client = await sandbox.tenant();
    const started = performance.now();
    const { body } = await client.follow({ after: await begin(client), wait: 1 });
    expect(performance.now() - started).toBeGreaterThan(990);
    expect(body.data.events).toEqual([]);
    await client.register('later.com');
    expect(await collect(client, body.data.next, 1)).toEqual(['later.com']);
  });
});

describe('nothing is skipped', () => {
  it('when the transaction that came first ends last', async () => {
    const client = await sandbox.tenant();
    const after = await begin(client);
    const [slow, quick] = [await sandbox.database.pool.connect(), await sandbox.database.pool.connect()];
    await slow.query('BEGIN');
    await quick.query('BEGIN');
    await write(slow, client, 'slow.com');
    await write(quick, client, 'quick.com');
    await quick.query('COMMIT');
    const early = await client.follow({ after, wait: 1 });
    expect(domainsIn(early)).toEqual([]);
    const answers = [collect(client, after, 2), collect(client, early.body.data.next, 2)];
    await slow.query('COMMIT');
    slow.release();
    quick.release();
    for (const answer of answers) expect(await answer).toEqual(['slow.com', 'quick.com']);
  });

  it('when many are written at once by transactions of any length', async () => {
    const client = await sandbox.tenant();
    const after = await begin(client);
    const seen = collect(client, after, 60);
    const names = Array.from({ length: 60 }, (_, i) => `race-${i}.com`);
    await Promise.all(
      [0, 1, 2].map(async lane => {
        const tx = await sandbox.database.pool.connect();
        for (const name of names.filter((_, i) => i % 3 === lane)) {
          await tx.query('BEGIN');
          await write(tx, client, name);
          await tx.query('SELECT pg_sleep(random() * 0.02)');
          await tx.query('COMMIT');
        }
        tx.release();
      }),
    );
    expect((await seen).toSorted()).toEqual(names.toSorted());
  });

  it('but the tests of receivers, which concern them alone', async () => {
    const client = await sandbox.tenant();
    const after = await begin(client);
    const add = sandbox.app.get(AddReceiver);
    const { receiver } = await add.execute(client.tenant.id, { url: 'http://127.0.0.1:9/' }, TESTER);
    await sandbox.app.get(SendTest).execute(client.tenant, receiver.id, TESTER);
    await client.register('real.com');
    expect(await collect(client, after, 1)).toEqual(['real.com']);
  });
});

describe('a request that waits', () => {
  it('is refused when its key was revoked in the meantime', async () => {
    const client = await sandbox.tenant();
    const other = await sandbox.key(client.tenant);
    const answer = client.follow({ after: await begin(client), wait: 20 });
    await waiting(sandbox, 1);
    await sandbox.app.get(RevokeKey).execute(client.key, TESTER);
    await other.register('secret.com');
    expect(outcomeOf(await answer)).toBe('401 API_KEY_INVALID');
  });

  it('is answered when the process ends', async () => {
    const neighbour = await startSandbox({ beside: sandbox });
    const client = neighbour.clientOf(await sandbox.tenant());
    const after = await begin(client);
    const answer = client.follow({ after, wait: 25 });
    await waiting(neighbour, 1);
    const started = performance.now();
    await neighbour.app.close();
    const { status, body } = await answer;
    expect([status, body.data.events]).toEqual([200, []]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('ends when its client goes away', async () => {
    const client = await sandbox.tenant();
    const after = await begin(client);
    const { hostname, port } = new URL(sandbox.origin);
    const socket = connect(Number(port), hostname);
    const headers = Object.entries(client.headers).map(([name, value]) => `${name}: ${value}`);
    socket.write([`GET ${EVENTS}?after=${after}&wait=25 HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n'));
    await waiting(sandbox, 1);
    socket.destroy();
    await waiting(sandbox, 0);
  });

  it('holds no connection of the database', async () => {
    const client = await sandbox.tenant();
    const after = await begin(client);
    const answers = Array.from({ length: 60 }, () => client.follow({ after, wait: 20 }));
    await waiting(sandbox, 60);
    expect((await client.search({ domain: 'example.com' })).status).toBe(200);
    await client.register('many.com');
    for (const answer of await Promise.all(answers)) expect(domainsIn(answer)).toEqual(['many.com']);
  });
});

describe('422 VALIDATION_FAILED', () => {
  const WELL_FORMED = `cur_${'A'.repeat(54)}`;

  it.each([
    ['after=', 'after', /"next"/],
    ['after=nonsense', 'after', /leave it out/],
    ['after=%00', 'after', /"next"/],
    [`after=${WELL_FORMED}`, 'after', /leave it out/],
    [`after=${WELL_FORMED}&after=${WELL_FORMED}`, 'after', /"next"/],
    [`after=${'x'.repeat(5_000)}`, 'after', /"next"/],
    ['wait=26', 'wait', /whole number from 0 to 25/],
    ['wait=-1', 'wait', /whole number from 0 to 25/],
    ['wait=1.5', 'wait', /whole number from 0 to 25/],
    ['wait=', 'wait', /whole number from 0 to 25/],
    ['wait=ten', 'wait', /whole number from 0 to 25/],
    ['wait=1&wait=2', 'wait', /whole number from 0 to 25/],
  ])('for %s names %s and says what it takes', async (query, field, message) => {
    const client = await sandbox.tenant();
    const answer = await client.raw({ method: 'GET', path: `${EVENTS}?${query}` });
    expect(outcomeOf(answer)).toBe('422 VALIDATION_FAILED');
    expect(answer.body.error.details).toEqual([{ field, message: expect.stringMatching(message) }]);
  });

  it('for a cursor that is ahead of the database, as after restoring an older backup', async () => {
    const client = await sandbox.tenant();
    const ahead = { recordedBy: '18446744073709551615', position: '0' };
    const after = sandbox.app.get(Cursors).encode(client.tenant.id, ahead);
    const { body } = await client.follow({ after, wait: 0 });
    expect(body.error.details).toEqual([{ field: 'after', message: expect.stringMatching(/another database/) }]);
  });

  it('names everything that is broken, and does not mind what it does not know', async () => {
    const client = await sandbox.tenant();
    const answer = await client.raw({ method: 'GET', path: `${EVENTS}?after=1&wait=99&limit=5` });
    expect(answer.body.error.details.map(({ field }: { field: string }) => field)).toEqual(['after', 'wait']);
    expect((await client.raw({ method: 'GET', path: `${EVENTS}?limit=5` })).status).toBe(200);
  });
});
