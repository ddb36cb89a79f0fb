import pg from 'pg';
import { registerCleanup } from './cleanup.js';
import { waitFor } from './eventually.js';

/** The advisory lock that orders, payments and each step of a change take on the clock of their tenant. */
const LOCK = `hashtext('tenancy.clocks'), hashtext($1)`;

interface HeldClock {
  /** Waits until this number of sessions wait for the lock. */
  waiters(count: number): Promise<unknown>;
  release(): Promise<void>;
}

/** Locks the clock of a tenant in the database at this URL. PostgreSQL grants the lock in the order of the requests. */
export async function holdClock(url: string, tenantId: string): Promise<HeldClock> {
  const client = await connect(url);
  await client.query(`SELECT pg_advisory_lock(${LOCK})`, [tenantId]);
  const sql = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND (classid, objid) =
     (SELECT a::oid, b::oid FROM (SELECT ${LOCK}) AS key (a, b))`;
  const waiters = (count: number) =>
    waitFor(`${count} sessions to wait for the clock`, async () => {
      return (await client.query(sql, [tenantId])).rowCount === count;
    });
  return { waiters, release: () => client.end() };
}

/**
 * Sends a change of the clock that needs several steps, and returns after one of them, which is the first unless a lock timed
 * out. The next step waits until `release`.
 */
export async function holdAfterFirstStep<T>(url: string, tenantId: string, send: () => Promise<T>) {
  const client = await connect(url);
  const hasBegun = async () => {
    const sql = 'SELECT FROM tenancy.clocks WHERE tenant_id = $1 AND change_id IS NOT NULL';
    return (await client.query(sql, [tenantId])).rowCount === 1;
  };
  let held = await holdClock(url, tenantId);
  const change = send();
  const ended = change.then(response => Promise.reject(new Error(`The change ended: ${JSON.stringify(response)}`)));
  const waiters = (count: number) => Promise.race([held.waiters(count), ended]);
  await waiters(1);
  do {
    const next = holdClock(url, tenantId);
    await waiters(2);
    await held.release();
    held = await next;
    await waiters(1);
  } while (!(await hasBegun()));
  ended.catch(() => {}); // the caller awaits the change
  await client.end();
  return { change, release: held.release };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // dropped with the database while a failed test held it
  registerCleanup(() => client.end().catch(() => {}));
  await client.connect();
  return client;
}
