import { randomBytes } from 'node:crypto';
import { Agent } from 'undici';
import { grantKey, type CreatedKey } from '../processes/keys.js';
import { type Environment, runCliJson, startService } from '../processes/nameyard.js';
import { type Postgres, startPostgres } from '../processes/postgres.js';
import { addReceiver, deliveryStates, insertEvents, WEBHOOKS } from '../processes/webhooks.js';
import { registerCleanup } from '../support/cleanup.js';
import { Client, HttpClient } from '../support/client.js';
import { currentCursor, domainsIn } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { temporaryFolder } from '../support/paths.js';
import { TestReceiver } from '../support/receiver.js';

/** More transactions than a new server has after the migrations. */
const TRANSACTIONS = 20_000;

let receiver: TestReceiver;
let old: Postgres;
let restored: Postgres;

beforeAll(async () => {
  [receiver, old, restored] = await Promise.all([TestReceiver.start(), startPostgres(), startPostgres()]);
  await Promise.all([old, restored].map(({ url }) => runCliJson(['migrate'], { DATABASE_URL: url })));
  await old.query(
    `DO $$ BEGIN SET synchronous_commit = off;
       WHILE pg_current_xact_id() < '${TRANSACTIONS}'::xid8 LOOP COMMIT; END LOOP; END $$`,
  );
});

const envOf = ({ url }: Postgres): Environment => ({ ...WEBHOOKS, DATABASE_URL: url, DATA_DIR: temporaryFolder() });

function clientOf(origin: string, { key, tenant: slug, id }: CreatedKey): Client {
  const agent = new Agent();
  registerCleanup(() => agent.destroy());
  return new Client(
    new HttpClient(origin, agent),
    { id: '', slug },
    { id: id + randomBytes(2).toString('hex'), value: key },
  );
}

/** Copies all rows, like a dump that is restored. */
async function restoreDump(): Promise<void> {
  const tables = await old.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'bullmq')`,
  );
  const statements: string[] = ['SET session_replication_role = replica'];
  for (const { name } of tables) {
    const [{ rows }] = (await old.query<{ rows: string }>(
      `SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${name} t`,
    )) as [{ rows: string }];
    const literal = `'${rows.replaceAll("'", "''")}'`;
    statements.push(
      `DELETE FROM ${name}`,
      `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${name}, ${literal})`,
    );
  }
  statements.push(
    `SELECT setval(pg_get_serial_sequence('platform.events', 'position'), max(position)) FROM platform.events`,
  );
  await restored.query(statements.join(';\n'));
}

const nextTransaction = async (postgres: Postgres): Promise<number> => {
  const [row] = await postgres.query<{ id: number }>('SELECT pg_snapshot_xmax(pg_current_snapshot())::text::int AS id');
  return row!.id;
};

describe('a dump restored in a new server, whose transaction IDs are lower', () => {
  it('delivers old and new events once, and cursors stay valid', async () => {
    const before = await startService(envOf(old));
    await addReceiver(old, receiver.url);
    const key = await grantKey(old);
    const seller = clientOf(before.origin, key);
    await seller.register('delivered.com');
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const cursor = await eventually(async () => {
      const after = await currentCursor(seller);
      expect((await seller.follow({ after, wait: 0 })).body.data.events).toEqual([]);
      return after;
    });
    receiver.respondWith(500);
    await seller.register('waiting.com');
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(1));
    await before.program.end();
    const undispatched = await insertEvents(old, 3);

    receiver.respondWith(200);
    receiver.received.splice(0);
    await restoreDump();
    expect(await nextTransaction(restored)).toBeLessThan(TRANSACTIONS);
    const { origin } = await startService(envOf(restored));
    const client = clientOf(origin, key);
    await client.register('new.com');
    const domains = ['waiting.com', 'shop-1.com', 'shop-2.com', 'shop-3.com', 'new.com'];
    await eventually(() =>
      expect(receiver.events.map(({ data }) => data.domain).toSorted()).toEqual(domains.toSorted()),
    );
    expect(receiver.ids).toEqual(expect.arrayContaining(undispatched));
    const all = (await restored.query<{ id: string }>('SELECT id FROM platform.events')).map(({ id }) => id);
    await eventually(async () => expect(await deliveryStates(restored, all)).toEqual({ delivered: 6 }));
    await eventually(async () => expect(domainsIn(await client.follow({ after: cursor, wait: 0 }))).toEqual(domains));
    const present = await currentCursor(client);
    await client.register('newer.com');
    await eventually(async () =>
      expect(domainsIn(await client.follow({ after: present, wait: 0 }))).toEqual(['newer.com']),
    );
    await eventually(async () => {
      const [counted] = await restored.query('SELECT sum(registrations)::int AS n FROM usage.registrations');
      expect(counted).toEqual({ n: 7 });
    });
  });
});
