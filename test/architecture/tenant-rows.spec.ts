import { registerCleanup } from '../support/cleanup.js';
import { createDatabase } from '../support/database.js';
import { storages } from '../../apps/storage.js';

const USAGE = ['due_hours', 'hour_latencies', 'hours', 'minute_latencies', 'minutes', 'registrations', 'requests'];

/** Rows of these tables stay when a temporary tenant ends. Usage is counted for its parent. */
const KEPT = ['platform.audit', ...USAGE.map(table => `usage.${table}`)];

/** Deleted with the rows that they refer to. */
const CASCADING = ['tenancy.clocks', 'webhooks.recoveries'];

/** Declared, and without the column tenant_id. */
const INDIRECT = ['tenancy.tenants', 'platform.dead_events'];

describe('the storages of all modules', () => {
  it('declare every table with rows of tenants', async () => {
    const database = await createDatabase();
    registerCleanup(() => database.drop());
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT table_schema || '.' || table_name AS name FROM information_schema.columns
       WHERE column_name = 'tenant_id' AND table_schema = ANY($1)`,
      [storages.map(({ schema }) => schema)],
    );
    const declared = storages.flatMap(({ tenantRows }) => tenantRows ?? []).map(({ table }) => table);
    const expected = [...declared, ...KEPT, ...CASCADING].filter(table => !INDIRECT.includes(table));
    expect(rows.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
  });
});
