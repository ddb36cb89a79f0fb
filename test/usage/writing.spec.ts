import type { UsageEntry } from '../../libs/usage/model/usage-entry.js';
import { appendToLog } from '../../libs/usage/storage/request-log.js';
import { waitFor } from '../support/eventually.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let tenants: string[];

beforeAll(async () => {
  sandbox = await startSandbox();
  tenants = [(await sandbox.tenant()).tenant.id, (await sandbox.tenant()).tenant.id].sort();
});

const entryOf = (tenantId: string): UsageEntry => ({
  at: new Date(),
  tenantId,
  temporaryId: null,
  keyId: 'key_1',
  method: 'GET',
  route: '/api/v1/orders',
  status: 200,
  code: null,
  durationMs: 1,
  mayHaveWaited: false,
  requestId: 'req_1',
  domain: null,
  orderId: null,
  faulted: null,
});

/** Uses the pool of the test, which has no lock timeout; that of the service may end the wait before a poll sees it. */
const append = () => appendToLog(sandbox.database.pool, tenants.map(entryOf));

const lastId = async () => (await sandbox.rows('SELECT last_value AS id FROM usage.requests_id_seq'))[0].id;

const countsOf = (tenant: string) =>
  sandbox.rows('SELECT sum(requests)::int AS requests FROM usage.minutes WHERE tenant_id = $1', [tenant]);

describe('a batch of the request log', () => {
  it.each([0, 1])('waits for the hour of each of its tenants before it takes IDs or locks counts (%s)', async index => {
    await append();
    const before = await lastId();
    const [counted] = await countsOf(tenants[index]!);
    const tx = await sandbox.database.pool.connect();
    try {
      await tx.query('BEGIN');
      await tx.query('SELECT FROM usage.due_hours WHERE tenant_id = $1 FOR UPDATE', [tenants[index]]);
      const appending = append();
      await waitFor('the batch to wait for the hour', async () => {
        const waiting = await sandbox.rows(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE '%usage.due_hours%'`,
        );
        return waiting.length > 0;
      });
      expect(await lastId()).toBe(before);
      await tx.query('SELECT FROM usage.minutes WHERE tenant_id = ANY($1) FOR UPDATE NOWAIT', [tenants]);
      await tx.query('COMMIT');
      await appending;
    } finally {
      tx.release(true);
    }
    expect(await countsOf(tenants[index]!)).toEqual([{ requests: counted.requests + 1 }]);
  });
});
