import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { migrate } from '#platform/database';
import { createLogger } from '#platform/observability/log';
import { storages } from '../../apps/storage.js';
import { type Client, ORDERS } from '../support/client.js';
import { createDatabase } from '../support/database.js';
import { waitFor } from '../support/eventually.js';
import { TestReceiver } from '../support/receiver.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

/** Timestamp of the last migration of release 1.0.0. */
const LAST_MIGRATION = 1_795_564_800_011;

/** What the rows in `release-1.0.0.sql` contain only as hashes, or sealed with the encryption key. */
const TAKEN_AT = Date.parse('2026-11-25T15:33:21.760Z');
const ENCRYPTION_KEY = Buffer.alloc(32, 7);
const TENANT = { id: 'ten_01a21357020d7000a4887a54c6ff03ac', slug: 'seller' };
const KEY = { id: 'later', value: 'ny_sandbox_FWOFRZDVSx5o6Z7JfO7aCFIncyiM0MOT3VgvDa' };
const SECRET = 'whsec_pEbvfqHaWNjW/sfzWHp67iHofNCAlNli0NoAnU7bZ1g=';
const LOGIN = { email: 'ada@example.com', password: 'prdza-yujda-kjguk-9ccz9' };
const EVENT_ID = 'evt_01a21357063b750ea84b06517993515d';

/** Moves all times, because old rows are deleted. */
function rowsOfRelease(receiverUrl: string): string {
  const moved = (time: string) => new Date(Date.parse(time) + Date.now() - TAKEN_AT).toISOString();
  return readFileSync(join(import.meta.dirname, 'release-1.0.0.sql'), 'utf8')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g, moved)
    .replaceAll('http://127.0.0.1:9/hook', receiverUrl);
}

let receiver: TestReceiver;
let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  receiver = await TestReceiver.start();
  const database = await createDatabase({ isEmpty: true });
  const release = storages.map(storage => ({
    ...storage,
    migrations: storage.migrations.filter(({ name }) => Number(name.slice(-13)) <= LAST_MIGRATION),
  }));
  await migrate(database.url, release, createLogger('silent'));
  await database.pool.query(rowsOfRelease(receiver.url));
  await migrate(database.url, storages, createLogger('silent'));
  sandbox = await startSandbox({
    database,
    settings: { encryptionKey: ENCRYPTION_KEY, webhookAllowPrivateTargets: true },
  });
  client = sandbox.clientOf({ tenant: TENANT, key: KEY } as Client);
});

describe('upgrade from 1.0.0', () => {
  it('keeps keys, orders and registrations', async () => {
    expect((await client.search({ domain: 'paid.com' })).body.data).toMatchObject({ status: 'taken' });
    await client.register('new.com');
    const { orders } = (await client.raw({ method: 'GET', path: ORDERS })).body.data;
    expect(orders.map(({ domain, status }: Record<string, string>) => [domain, status])).toEqual([
      ['new.com', 'paid'],
      ['paid.com', 'paid'],
    ]);
  });

  it('delivers the events that waited, signed with the secret of the receiver', async () => {
    const { headers, body } = await waitFor('the event', () =>
      receiver.received.find(each => each.headers['webhook-id'] === EVENT_ID),
    );
    new Webhook(SECRET).verify(body, headers);
  });

  it('keeps the accounts of the portal', async () => {
    expect(await sandbox.visitor().post('session', LOGIN)).toMatchObject({ status: 200 });
  });
});
