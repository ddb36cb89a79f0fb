import { OpaqueIds } from '#platform/security/secrets';
import { Receivers, Deliveries, WebhooksModule } from '#webhooks';
import { EVENTS } from '../support/client.js';
import { collectDomains, currentCursor, domainsIn, recordEvent, waitForFollowers } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ modules: [WebhooksModule], settings: { webhookAllowPrivateTargets: true } });
});

describe('GET /events without waiting', () => {
  it('returns only a cursor without a cursor', async () => {
    const client = await sandbox.tenant();
    await client.register('before.com');
    await eventually(async () =>
      expect(await sandbox.rows('SELECT FROM platform.events WHERE tenant_id = $1', [client.tenant.id])).toHaveLength(
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

  it('returns the events after the cursor, in the format of webhooks with their ids', async () => {
    const client = await sandbox.tenant();
    const after = await currentCursor(client);
    const { body: paid } = await client.register('first.com', 2);
    const { body } = await client.follow({ after });
    const [{ id, ...message }] = body.data.events;
    const [stored] = await sandbox.rows('SELECT body FROM platform.events WHERE id = $1', [id]);
    expect(JSON.stringify(message)).toBe(stored.body);
    expect(message).toMatchObject({
      type: 'domain.registered',
      timestamp: paid.data.registered_at,
      data: { domain: 'first.com', years: 2, tenant: client.tenant.slug },
    });
  });

  it('returns at most 100 events per request, in order', async () => {
    const client = await sandbox.tenant();
    const after = await currentCursor(client);
    const names = Array.from({ length: 230 }, (_, i) => `name-${i}.com`);
    for (const name of names) await recordEvent(sandbox.database.pool, client, name);
    const page = await eventually(async () => {
      const response = await client.follow({ after });
      expect(domainsIn(response)).toEqual(names.slice(0, 100));
      return response;
    });
    expect(await collectDomains(client, page.body.data.next, 130)).toEqual(names.slice(100));
  });

  it('returns no events with wait=0 when there are none', async () => {
    const client = await sandbox.tenant();
    const { body } = await client.follow({ after: await currentCursor(client), wait: 0 });
    expect(body.data.events).toEqual([]);
  });
});

describe('GET /events with waiting', () => {
  it('responds as soon as a domain is registered', async () => {
    const client = await sandbox.tenant();
    const response = client.follow({ after: await currentCursor(client), wait: 20 });
    await waitForFollowers(sandbox, 1);
    await client.register('awaited.com');
    const registered = performance.now();
    expect(domainsIn(await response)).toEqual(['awaited.com']);
    expect(performance.now() - registered).toBeLessThan(10_000);
  });

  it('returns only the events of its tenant, in every process', async () => {
    const peer = await startSandbox({ peerOf: sandbox });
    try {
      const [client, stranger] = [await sandbox.tenant(), await sandbox.tenant()];
      const [after, theirs] = [await currentCursor(client), await currentCursor(stranger)];
      const responses = [client, client, peer.clientOf(client)].map(each => each.follow({ after }));
      const nothing = stranger.follow({ after: theirs, wait: 2 });
      await client.register('shared.com');
      for (const response of responses) expect(domainsIn(await response)).toEqual(['shared.com']);
      expect(domainsIn(await nothing)).toEqual([]);
    } finally {
      await peer.stop();
    }
  });

  it('returns no events and a cursor after the timeout', async () => {
    const client = await sandbox.tenant();
    const started = performance.now();
    const { body } = await client.follow({ after: await currentCursor(client), wait: 1 });
    expect(performance.now() - started).toBeGreaterThan(990);
    expect(body.data.events).toEqual([]);
    await client.register('later.com');
    expect(await collectDomains(client, body.data.next, 1)).toEqual(['later.com']);
  });
});

describe('GET /events skips no event', () => {
  it('when the transaction that started first ends last', async () => {
    const client = await sandbox.tenant();
    const after = await currentCursor(client);
    const [slow, quick] = [await sandbox.database.pool.connect(), await sandbox.database.pool.connect()];
    await slow.query('BEGIN');
    await quick.query('BEGIN');
    await recordEvent(slow, client, 'slow.com');
    await recordEvent(quick, client, 'quick.com');
    await quick.query('COMMIT');
    const early = await client.follow({ after, wait: 1 });
    expect(domainsIn(early)).toEqual([]);
    const responses = [collectDomains(client, after, 2), collectDomains(client, early.body.data.next, 2)];
    await slow.query('COMMIT');
    slow.release();
    quick.release();
    for (const response of responses) expect(await response).toEqual(['slow.com', 'quick.com']);
  });

  it('when concurrent transactions of different lengths record events', async () => {
    const client = await sandbox.tenant();
    const after = await currentCursor(client);
    const followers = Array.from({ length: 20 }, () => collectDomains(client, after, 60));
    const names = Array.from({ length: 60 }, (_, i) => `race-${i}.com`);
    await Promise.all(
      [0, 1, 2].map(async worker => {
        const tx = await sandbox.database.pool.connect();
        for (const name of names.filter((_, i) => i % 3 === worker)) {
          await tx.query('BEGIN');
          await recordEvent(tx, client, name);
          await tx.query('SELECT pg_sleep(random() * 0.02)');
          await tx.query('COMMIT');
        }
        tx.release();
      }),
    );
    const [first, ...others] = await Promise.all(followers);
    expect(first!.toSorted()).toEqual(names.toSorted());
    for (const other of others) expect(other).toEqual(first);
  });

  it('except test deliveries, which only their receiver gets', async () => {
    const client = await sandbox.tenant();
    const after = await currentCursor(client);
    const receivers = sandbox.app.get(Receivers);
    const { receiver } = await receivers.add(client.tenant.id, { url: 'http://127.0.0.1:9/' }, TESTER);
    await sandbox.app.get(Deliveries).sendTest(client.tenant, receiver.id, TESTER);
    await client.register('real.com');
    expect(await collectDomains(client, after, 1)).toEqual(['real.com']);
  });
});

describe('422 VALIDATION_FAILED', () => {
  const WELL_FORMED = `cur_${'A'.repeat(54)}`;

  it.each([
    ['after=nonsense', 'after', /leave it out/],
    ['after=%00', 'after', /"next"/],
    [`after=${WELL_FORMED}`, 'after', /leave it out/],
    [`after=${WELL_FORMED}&after=${WELL_FORMED}`, 'after', /"next"/],
    [`after=${'x'.repeat(5_000)}`, 'after', /"next"/],
    ['wait=26', 'wait', /integer from 0 to 25/],
    ['wait=-1', 'wait', /integer from 0 to 25/],
    ['wait=1.5', 'wait', /integer from 0 to 25/],
    ['wait=ten', 'wait', /integer from 0 to 25/],
    ['wait=1&wait=2', 'wait', /integer from 0 to 25/],
  ])('names the field and the expected value for %s', async (query, field, message) => {
    const client = await sandbox.tenant();
    const response = await client.raw({ method: 'GET', path: `${EVENTS}?${query}` });
    expect(outcomeOf(response)).toBe('422 VALIDATION_FAILED');
    expect(response.body.error.details).toEqual([{ field, message: expect.stringMatching(message) }]);
  });

  it('is returned for a cursor ahead of the database, for example after restoring a backup', async () => {
    const client = await sandbox.tenant();
    const maxTransactionId = '18446744073709551615';
    const scope = { prefix: 'cur', owner: client.tenant.id };
    const after = sandbox.app.get(OpaqueIds).encodeSalted(scope, maxTransactionId, '0');
    const { body } = await client.follow({ after, wait: 0 });
    expect(body.error.details).toEqual([{ field: 'after', message: expect.stringMatching(/another database/) }]);
  });

  it('names every invalid field and ignores unknown ones', async () => {
    const client = await sandbox.tenant();
    const response = await client.raw({ method: 'GET', path: `${EVENTS}?after=1&wait=99&limit=5` });
    expect(response.body.error.details.map(({ field }: { field: string }) => field)).toEqual(['after', 'wait']);
    expect((await client.raw({ method: 'GET', path: `${EVENTS}?limit=5` })).status).toBe(200);
  });
});
