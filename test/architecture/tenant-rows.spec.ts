import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerCleanup } from '../support/cleanup.js';
import { createDatabase } from '../support/database.js';
import { storages } from '../../apps/storage.js';
import { rowOf, simulate } from '../bench/cells/simulation.js';
import { ROOT } from '../support/paths.js';

/** Declared, and without the column tenant_id. */
const INDIRECT = ['tenancy.tenants', 'platform.dead_events', 'webhooks.cursors', 'webhooks.secrets'];

/**
 * Unique indexes of tables with a tenant that do not begin with it, and why. All others do, so that tenants can be
 * distributed over several databases. Random IDs and hashes are unique in all of them.
 */
const RANDOM_ID = 'random ID';
const SHARED_ACCOUNT = 'all tenants of an installation share its account at the registrar';
const SECRET_HASH = 'hash of a random secret, which finds the tenant';
const WITHOUT_TENANT: Record<string, string> = {
  'api_keys.keys_hash_key': SECRET_HASH,
  'api_keys.keys_pkey': RANDOM_ID,
  'platform.audit_pkey': 'counter of the installation; never leaves it',
  'platform.events_pkey': RANDOM_ID,
  'registrar.ledger_by_order': RANDOM_ID,
  'registrar.ledger_pkey': 'counter of the installation; never leaves it',
  'registrar.orders_pkey': RANDOM_ID,
  'registrar.orders_unfinished': SHARED_ACCOUNT,
  'registrar.registrations_pkey': SHARED_ACCOUNT,
  'testcontrol.clock_changes_pkey': RANDOM_ID,
  'tenancy.hosts_verified': 'a host name has one owner, which it finds',
  'usage.bodies_pkey': 'the ID of its request',
  'usage.requests_pkey': 'counter of the installation; IDs in links are encrypted with its key',
  'webhooks.deliveries_event_id_receiver_id_key': 'random IDs',
  'webhooks.receivers_pkey': RANDOM_ID,
  'webhooks.recoveries_pkey': RANDOM_ID,
  'webhooks.recoveries_running': 'random ID of the receiver',
};

describe('the unique indexes of tables with a tenant', () => {
  it('begin with the tenant, except for the listed ones', async () => {
    const database = await createDatabase();
    registerCleanup(() => database.drop());
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT c.relnamespace::regnamespace || '.' || i.relname AS name
       FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
       JOIN pg_attribute t ON t.attrelid = c.oid AND t.attname = 'tenant_id'
       WHERE x.indisunique AND c.relnamespace::regnamespace::text = ANY($1) AND x.indkey[0] <> t.attnum`,
      [storages.map(({ schema }) => schema)],
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(WITHOUT_TENANT).toSorted());
  });
});

describe('the storages of all modules', () => {
  it('declare every table with rows of tenants', async () => {
    const database = await createDatabase();
    registerCleanup(() => database.drop());
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT table_schema || '.' || table_name AS name FROM information_schema.columns
       WHERE column_name = 'tenant_id' AND table_schema = ANY($1)`,
      [storages.map(({ schema }) => schema)],
    );
    const declared = storages
      .flatMap(({ tenantRows = [], tenantChildren = [], tenantHistory = [] }) => [
        tenantRows,
        tenantChildren,
        tenantHistory,
      ])
      .flatMap(rows => rows.map(({ table }) => table));
    const expected = declared.filter(table => !INDIRECT.includes(table));
    expect(rows.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
  });
});

describe('beyond-one-database', () => {
  it('contains the results of the simulation', () => {
    const page = readFileSync(join(ROOT, 'apps/docs/pages/beyond-one-database.md'), 'utf8').replaceAll(/ {2,}/g, ' ');
    for (const row of simulate().map(rowOf)) expect(page).toContain(row);
  });
});
