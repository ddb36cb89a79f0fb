import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ServiceClient } from '../../processes/client.js';
import { grantKey } from '../../processes/keys.js';
import { type Environment, runCliJson, startService, type Service } from '../../processes/nameyard.js';
import { type Postgres, startPostgres } from '../../processes/postgres.js';
import { addReceiver, beginningsOf, deliveryStates, WEBHOOKS } from '../../processes/webhooks.js';
import { eventually, waitFor } from '../../support/eventually.js';
import { TestReceiver } from '../../support/receiver.js';
import { temporaryFolder } from '../../support/paths.js';

const PURCHASES = 12;
const HELD_MS = 5_000;

let postgres: Postgres;
let service: Service;
let client: ServiceClient;
let receiver: TestReceiver;

beforeAll(async () => {
  [postgres, receiver] = await Promise.all([startPostgres(), TestReceiver.start()]);
  const env: Environment = { ...WEBHOOKS, DATABASE_URL: postgres.url, DATA_DIR: temporaryFolder() };
  await runCliJson(['migrate'], env);
  service = await startService(env);
  client = service.client(await grantKey(postgres));
  await addReceiver(postgres, receiver.url);
});

/** Begins a transaction in another database of the server that writes and stays open. */
async function beginForeignWrite(): Promise<pg.Client> {
  await postgres.query('CREATE DATABASE other');
  const url = Object.assign(new URL(postgres.url), { pathname: '/other' });
  const other = new pg.Client({ connectionString: url.href });
  await other.connect();
  await other.query('BEGIN');
  await other.query('CREATE TABLE notes (note text)');
  return other;
}

async function metric(name: string): Promise<number> {
  const text = await service.metrics();
  return Number(
    text
      .split('\n')
      .find(line => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
}

const eventIds = async (): Promise<string[]> => {
  const rows = await postgres.query<{ id: string }>('SELECT id FROM platform.events ORDER BY position');
  return rows.map(({ id }) => id);
};

describe('a transaction of another application that writes and stays open', () => {
  it('delays events, and metrics show it; afterwards each is delivered once and in order', async () => {
    await client.register('before.com');
    await waitFor('the first event', async () => (await deliveryStates(postgres, await eventIds()))['delivered'] === 1);
    const other = await beginForeignWrite();
    const begun = performance.now();
    for (let n = 1; n <= PURCHASES; n++) await client.register(`meanwhile-${n}.com`);
    await sleep(HELD_MS - (performance.now() - begun));
    expect(receiver.received).toHaveLength(1);
    // The gauges are omitted while PostgreSQL does not answer within a second.
    await eventually(async () => {
      const age = await metric('nameyard_oldest_write_transaction_seconds');
      expect(age).toBeGreaterThanOrEqual(HELD_MS / 1_000 - 0.5);
      expect(await metric('nameyard_event_lag_seconds{consumer="webhooks.wake"}')).toBeGreaterThan(1);
    });
    await other.query('COMMIT');
    await other.end();

    await waitFor('the events to arrive', () => receiver.received.length === 1 + PURCHASES, 10_000);
    const events = await eventIds();
    const delivered = async () => (await deliveryStates(postgres, events))['delivered'] === 1 + PURCHASES;
    await waitFor('the events to be delivered', delivered);
    expect(receiver.ids.toSorted()).toEqual(events.toSorted());
    const beginnings = await beginningsOf(postgres, events);
    expect(beginnings.map(({ event }) => event)).toEqual(events);
    const times = beginnings.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    // Another consumer counts the registrations, independently of the deliveries.
    await eventually(async () => {
      const sql = 'SELECT sum(registrations)::int AS n FROM usage.registrations';
      expect(await postgres.query(sql)).toEqual([{ n: 1 + PURCHASES }]);
    });
    // The gauges are read at most once a second.
    await eventually(async () => {
      expect(await metric('nameyard_event_lag_seconds{consumer="webhooks.wake"}')).toBe(0);
      expect(await metric('nameyard_oldest_write_transaction_seconds')).toBeLessThan(1);
    });
  });
});
