import pg from 'pg';
import { waitFor } from './eventually.js';

/** The advisory lock that orders, payments and each step of a change take on the clock of their tenant. */
const LOCK = `hashtext('tenancy.clocks'), hashtext($1)`;

interface Held {
  release(): Promise<void>;
}

/** Locks the clock of a tenant in the database at this URL. PostgreSQL grants the lock in the order of the requests. */
export async function holdClock(url: string, tenantId: string): Promise<Held> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`SELECT pg_advisory_lock(${LOCK})`, [tenantId]);
  return { release: () => client.end() };
}

/**
 * Sends a change of the clock with more than one step, and returns after the first one; the next step waits until `release`.
 * @param send must not wait for the lock for longer than the lock timeout of the service, which would repeat the request
 */
export async function holdAfterFirstStep<T>(url: string, tenantId: string, send: () => Promise<T>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const waiters = (count: number) =>
    waitFor(`${count} sessions to wait for the clock`, async () => {
      const sql = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND (classid, objid) =
         (SELECT a::oid, b::oid FROM (SELECT ${LOCK}) AS key (a, b))`;
      return (await client.query(sql, [tenantId])).rowCount === count;
    });
  const beforeFirstStep = await holdClock(url, tenantId);
  const change = send();
  await waiters(1);
  const afterFirstStep = holdClock(url, tenantId);
  await waiters(2);
  await beforeFirstStep.release();
  const { release } = await afterFirstStep;
  await waiters(1);
  await client.end();
  return { change, release };
}
