import { Clock } from '#platform/clock';
import { copyRegistrations } from '../support/copy-registrations.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { FailingConsumer, FailingConsumerModule } from '../support/failing-consumer.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let consumer: FailingConsumer;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox({ modules: [FailingConsumerModule] });
  consumer = sandbox.app.get(FailingConsumer);
});
beforeEach(async () => void (client = await sandbox.tenant()));
afterEach(() => {
  sandbox.clock.reset();
  consumer.failFor.clear();
});

const outbox = async (domain: string) =>
  (
    await sandbox.rows(`SELECT * FROM platform.outbox WHERE tenant_id = $1 AND payload ->> 'domain' = $2`, [
      client.tenant.id,
      domain,
    ])
  )[0];

const settled = (domain: string) => eventually(async () => expect((await outbox(domain)).state).toBe('done'));

const counted = async () => {
  const [row] = await sandbox.rows(
    'SELECT sum(registrations)::int AS n FROM usage.registrations WHERE tenant_id = $1',
    [client.tenant.id],
  );
  return row.n ?? 0;
};

const REDELIVER = `UPDATE platform.outbox SET state = 'due', due_at = '2000-01-01' WHERE tenant_id = $1`;

describe('registration event', () => {
  it('is delivered once with all its facts', async () => {
    const { data } = (await client.register('example.com', 2)).body;
    await settled('example.com');
    expect(consumer.receivedCount('example.com')).toBe(1);
    const event = consumer.received.find(({ key }) => key === data.order_id)!;
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'domain.registered',
      tenantId: client.tenant.id,
      payload: { domain: 'example.com', tld: 'com', years: 2, owner_email: 'ada@example.com' },
    });
  });

  it('is not delivered before the payment', async () => {
    await client.orderOf('waiting.com');
    await client.register('paid.com');
    await settled('paid.com');
    expect(consumer.receivedCount('waiting.com')).toBe(0);
  });
});

describe('redelivered event', () => {
  it('is counted once and handled once per consumer', async () => {
    for (const domain of ['one.com', 'two.com', 'three.com']) await client.register(domain);
    await eventually(async () => expect(await counted()).toBe(3));
    for (let again = 0; again < 2; again++) {
      await sandbox.rows(REDELIVER, [client.tenant.id]);
      for (const domain of ['one.com', 'two.com', 'three.com']) await settled(domain);
    }
    expect(await counted()).toBe(3);
    expect(consumer.receivedCount('two.com')).toBe(1);
  });
});

describe('a failing consumer', () => {
  it('does not block other consumers or other events', async () => {
    consumer.failFor.add('failing.com');
    await client.register('failing.com');
    await client.register('fine.com');
    await settled('fine.com');
    await eventually(async () => expect(await counted()).toBe(2));
    expect(consumer.receivedCount('fine.com')).toBe(1);
    expect(consumer.receivedCount('failing.com')).toBe(0);
    const row = await outbox('failing.com');
    expect(row).toMatchObject({ state: 'due', last_error: 'cannot handle failing.com' });
  });

  it('gets failing batches event by event, so that the others are handled once', async () => {
    await client.register('original.com');
    await settled('original.com');
    consumer.failFor.add('copy-77.com');
    await copyRegistrations(sandbox, client.tenant.id, 150);
    await eventually(async () => {
      const undelivered = `SELECT payload ->> 'domain' AS domain FROM platform.outbox WHERE tenant_id = $1 AND state <> 'done'`;
      expect(await sandbox.rows(undelivered, [client.tenant.id])).toEqual([{ domain: 'copy-77.com' }]);
    });
    const received = Array.from({ length: 150 }, (_, n) => consumer.receivedCount(`copy-${n + 1}.com`));
    expect(received).toEqual(received.map((_, n) => (n + 1 === 77 ? 0 : 1)));
    expect(await counted()).toBe(151);
    expect(await outbox('copy-77.com')).toMatchObject({ last_error: 'cannot handle copy-77.com' });
    consumer.failFor.clear();
    sandbox.clock.advance({ hours: 1 });
    await settled('copy-77.com');
    expect([consumer.receivedCount('copy-77.com'), await counted()]).toEqual([1, 151]);
  });

  it('is retried with growing delays; other consumers are not repeated', async () => {
    consumer.failFor.add('patience.com');
    await client.register('patience.com');
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt++) {
      const row = await eventually(async () => {
        const found = await outbox('patience.com');
        expect(found.attempts).toBe(attempt);
        return found;
      });
      pauses.push(row.due_at.getTime() - sandbox.app.get(Clock).millis());
      sandbox.clock.advance({ ms: 2_000 * 2 ** attempt });
    }
    for (const [n, pause] of pauses.entries()) {
      expect(pause).toBeLessThanOrEqual(1_000 * 2 ** n);
      expect(pause).toBeGreaterThan(1_000 * 2 ** n - 2_000);
    }
    consumer.failFor.clear();
    sandbox.clock.advance({ hours: 1 });
    await settled('patience.com');
    expect([consumer.receivedCount('patience.com'), await counted()]).toEqual([1, 1]);
  });

  it('is given up after twenty attempts and logged', async () => {
    consumer.failFor.add('hopeless.com');
    await client.register('hopeless.com');
    await eventually(async () => expect((await outbox('hopeless.com')).attempts).toBeGreaterThan(0));
    await sandbox.rows(`UPDATE platform.outbox SET attempts = 19, due_at = '2000-01-01' WHERE tenant_id = $1`, [
      client.tenant.id,
    ]);
    await eventually(async () => expect((await outbox('hopeless.com')).state).toBe('dead'));
    const { id } = await outbox('hopeless.com');
    expect(sandbox.log.some(line => line['level'] === 'error' && line['event'] === id)).toBe(true);
    sandbox.clock.advance({ days: 1 });
    await client.register('later.com');
    await settled('later.com');
    expect((await outbox('hopeless.com')).attempts).toBe(20);
  });
});

describe('several processes', () => {
  it('handle each event once', async () => {
    const peer = await startSandbox({ peerOf: sandbox, modules: [FailingConsumerModule] });
    const names = Array.from({ length: 30 }, (_, n) => `spread-${n}.com`);
    await Promise.all(names.map(name => client.register(name)));
    await eventually(async () => expect(await counted()).toBe(30));
    const other = peer.app.get(FailingConsumer);
    for (const name of names) expect(consumer.receivedCount(name) + other.receivedCount(name)).toBe(1);
    await peer.stop();
  });
});
