import { jest } from '@jest/globals';
import { Clock } from '#platform/process/clock';
import { Consumers } from '../../libs/platform/events/consumers.js';
import { copyRegistrations } from '../support/copy-registrations.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { readMetric, recordEvent } from '../support/events.js';
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

const CONSUMER = 'test.failing';

/** The dead event of a domain; undefined if the consumer has handled it. */
const dead = async (domain: string) =>
  (
    await sandbox.rows(
      `SELECT d.*, e.id FROM platform.dead_events d JOIN platform.events e ON e.id = d.event_id
       WHERE d.consumer = $1 AND e.tenant_id = $2 AND e.body::jsonb #>> '{data,domain}' = $3`,
      [CONSUMER, client.tenant.id, domain],
    )
  )[0];

const handled = (domain: string) => eventually(() => expect(consumer.receivedCount(domain)).toBe(1));

/** Waits until the dispatcher has looked for events once more. */
async function dispatched(): Promise<void> {
  const passes = jest.spyOn(sandbox.app.get(Consumers, { strict: false }), 'names', 'get');
  // The second pass begins when the first one has ended.
  await eventually(() => expect(passes.mock.calls.length).toBeGreaterThanOrEqual(2));
  passes.mockRestore();
}

const whenDead = (domain: string, attempts: number) =>
  eventually(async () => {
    const found = await dead(domain);
    expect(found).toMatchObject({ attempts });
    return found;
  });

const counted = async () => {
  const [row] = await sandbox.rows(
    'SELECT sum(registrations)::int AS n FROM usage.registrations WHERE tenant_id = $1',
    [client.tenant.id],
  );
  return row.n ?? 0;
};

describe('registration event', () => {
  it('is delivered once with all its facts', async () => {
    await client.register('example.com', 2);
    await handled('example.com');
    expect(consumer.receivedCount('example.com')).toBe(1);
    expect(consumer.received.find(({ data }) => data.domain === 'example.com')).toMatchObject({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'domain.registered',
      tenantId: client.tenant.id,
      data: { domain: 'example.com', tld: 'com', years: 2, owner: { email: 'ada@example.com' } },
    });
  });

  it('is not delivered before the payment', async () => {
    await client.orderOf('waiting.com');
    await client.register('paid.com');
    await handled('paid.com');
    expect(consumer.receivedCount('waiting.com')).toBe(0);
  });
});

describe('events of transactions that end in another order than they began', () => {
  it('are dispatched in the order in which the transactions began, once the earlier one has ended', async () => {
    const [early, late] = [await sandbox.database.pool.connect(), await sandbox.database.pool.connect()];
    for (const connection of [early, late]) await connection.query('BEGIN');
    await recordEvent(early, client, 'early.com');
    await recordEvent(late, client, 'late.com');
    await late.query('COMMIT');
    await dispatched();
    expect(consumer.receivedCount('late.com')).toBe(0);
    await early.query('COMMIT');
    for (const connection of [early, late]) connection.release();
    await handled('late.com');
    const domains = consumer.received.filter(({ tenantId }) => tenantId === client.tenant.id);
    expect(domains.map(({ data }) => data.domain)).toEqual(['early.com', 'late.com']);
  });
});

describe('a failing consumer', () => {
  // Retries are due only when a test moves the clock.
  beforeEach(() => sandbox.clock.stop());

  it('does not block other consumers or other events', async () => {
    consumer.failFor.add('failing.com');
    await client.register('failing.com');
    await client.register('fine.com');
    await handled('fine.com');
    await eventually(async () => expect(await counted()).toBe(2));
    expect(consumer.receivedCount('failing.com')).toBe(0);
    expect(await whenDead('failing.com', 1)).toMatchObject({ error: 'cannot handle failing.com' });
    expect(await readMetric(sandbox, 'nameyard_dead_events')).toBeGreaterThan(0);
  });

  it('gets failing batches event by event, so that the others are handled once', async () => {
    await client.register('original.com');
    await handled('original.com');
    consumer.failFor.add('copy-77.com');
    await copyRegistrations(sandbox, client.tenant.id, 150);
    const others = Array.from({ length: 150 }, (_, n) => `copy-${n + 1}.com`).filter(name => name !== 'copy-77.com');
    await eventually(() => expect(others.map(name => consumer.receivedCount(name))).toEqual(others.map(() => 1)));
    await eventually(async () => expect(await counted()).toBe(151));
    expect(await whenDead('copy-77.com', 1)).toMatchObject({ error: 'cannot handle copy-77.com' });
    consumer.failFor.clear();
    sandbox.clock.advance({ hours: 1 });
    await handled('copy-77.com');
    expect(await counted()).toBe(151);
  });

  it('is retried with growing delays; other consumers are not repeated', async () => {
    consumer.failFor.add('patience.com');
    await client.register('patience.com');
    for (let attempt = 1; attempt <= 5; attempt++) {
      const { next_attempt_at } = await whenDead('patience.com', attempt);
      const pause = next_attempt_at.getTime() - sandbox.app.get(Clock).millis();
      expect(pause).toBe(1_000 * 2 ** (attempt - 1));
      sandbox.clock.advance({ ms: pause });
    }
    consumer.failFor.clear();
    sandbox.clock.advance({ hours: 1 });
    await handled('patience.com');
    await eventually(async () => expect(await dead('patience.com')).toBeUndefined());
    await eventually(async () => expect(await counted()).toBe(1));
  });

  it('stops retrying an event after twenty attempts, and logs it', async () => {
    consumer.failFor.add('hopeless.com');
    await client.register('hopeless.com');
    const { id } = await whenDead('hopeless.com', 1);
    await sandbox.rows(
      `UPDATE platform.dead_events SET attempts = 19, next_attempt_at = '2000-01-01' WHERE event_id = $1`,
      [id],
    );
    expect(await whenDead('hopeless.com', 20)).toMatchObject({ next_attempt_at: null });
    expect(sandbox.log.some(line => line['level'] === 'error' && line['event'] === id)).toBe(true);
    sandbox.clock.advance({ days: 1 });
    await client.register('later.com');
    await handled('later.com');
    expect(await dead('hopeless.com')).toMatchObject({ attempts: 20 });
  });
});

describe('several processes', () => {
  it('handle each event once', async () => {
    const peer = await startSandbox({ peerOf: sandbox, modules: [FailingConsumerModule] });
    const names = Array.from({ length: 30 }, (_, n) => `spread-${n}.com`);
    await Promise.all(names.map(name => client.register(name)));
    await eventually(async () => expect(await counted()).toBe(30));
    const other = peer.app.get(FailingConsumer);
    const received = () => names.map(name => consumer.receivedCount(name) + other.receivedCount(name));
    await eventually(() => expect(received()).toEqual(names.map(() => 1)));
    await peer.stop();
  });
});
