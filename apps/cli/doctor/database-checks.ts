import type pg from 'pg';
import {
  compareMigrations,
  isDiskFull,
  MAX_WRITE_SECONDS,
  oldestWrite,
  problemOf,
  readServerState,
} from '#platform/database';
import { blockOf, type LoadedReceiver, receiversBehind } from '#webhooks';
import { storages } from '../../storage.js';
import { count } from '../output.js';
import { type Check, failed, ok, warning } from './check.js';

/** Checks of the contents and the server of the database. */
export const databaseChecks = (client: pg.Client): Check[] => [
  { name: 'database', run: () => checkDatabase(client) },
  { name: 'migrations', run: () => checkMigrations(client) },
  { name: 'disk of the database', run: () => checkDatabaseDisk(client) },
  { name: 'write transactions', run: () => checkWriteTransactions(client) },
  { name: 'queue', run: () => checkQueue(client) },
  { name: 'waiting deliveries', run: () => checkWaiting(client) },
  { name: 'dead events', run: () => checkDeadEvents(client) },
  { name: 'receivers', run: () => checkReceivers(client) },
  { name: 'live registrar', run: () => checkLiveRegistrar(client) },
];

async function checkDatabase(client: pg.Client) {
  const state = await readServerState(client, storages);
  const problem = problemOf(state, client.user ?? '');
  if (problem) return failed(problem, '');
  return ok(
    `PostgreSQL ${state.version} at ${client.host}:${client.port}; the user ${client.user} has the required rights.`,
  );
}

async function checkMigrations(client: pg.Client) {
  const { pending, newer, isAccepted, isUnreleased } = await compareMigrations(client, storages);
  if (isUnreleased)
    return failed('A version of Nameyard before the first release created the schema.', 'Use an empty database.');
  if (!isAccepted)
    return failed(`A newer release has upgraded the schema (migration ${newer.at(-1)}).`, 'Update Nameyard.');
  if (pending.length > 0)
    return failed(
      `${count(pending.length, 'migration is', 'migrations are')} pending, first ${pending[0]}.`,
      'Run: nameyard migrate',
    );
  if (newer.length > 0)
    return warning(`A newer release has upgraded the schema; this one works with it.`, 'Complete the upgrade.');
  return ok('All migrations have run.');
}

/** Writes 256 kB to a temporary table, which the rollback removes. */
async function checkDatabaseDisk(client: pg.Client) {
  try {
    await client.query('BEGIN READ WRITE');
    await client.query(
      `CREATE TEMPORARY TABLE nameyard_doctor ON COMMIT DROP AS
       SELECT string_agg(md5(row::text || piece), '') AS data
       FROM generate_series(1, 64) row, generate_series(1, 128) piece GROUP BY row`,
    );
    return ok('PostgreSQL can write to its disk.');
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    return failed('PostgreSQL cannot write, because its disk is full.', 'Enlarge its disk, or free space on it.');
  } finally {
    // After a lost connection, PostgreSQL has already rolled back.
    await client.query('ROLLBACK').catch(() => undefined);
  }
}

async function checkWriteTransactions(client: pg.Client) {
  const { seconds } = (await oldestWrite.first(client, {}))!;
  if (seconds <= MAX_WRITE_SECONDS) return ok('No transaction delays events.');
  return warning(
    `A write transaction has been open for ${Math.floor(seconds)} seconds, and delays all later events.`,
    'See "Long transactions" in /docs/operations.',
  );
}

/** Workers take due receivers several times a second. If one has waited for 30 seconds, no worker runs or the queue is not available. */
async function checkQueue(client: pg.Client) {
  const [row] = await rowsOf<{ due: number; seconds: number }>(
    client,
    `SELECT count(*)::int AS due, coalesce(extract(epoch FROM now() - min(due_at)), 0)::int AS seconds
     FROM webhooks.cursors WHERE due_at < now() - interval '30 seconds' AND (leased_until IS NULL OR leased_until < now())`,
  );
  if (!row || row.due === 0) return ok('No receiver waits for a worker.');
  return failed(
    `${count(row.due, 'receiver waits', 'receivers wait')} for a worker, the longest for ${row.seconds} seconds.`,
    'Check that a worker runs and that the queue (Redis, if REDIS_URL is set) is available.',
  );
}

const WAITING_MS = 30_000;
const MAX_NAMED = 5;

/** Finds receivers whose deliveries wait although a worker sends to them. */
async function checkWaiting(client: pg.Client) {
  const { now } = (await rowsOf<{ now: Date }>(client, 'SELECT now() AS now'))[0]!;
  const values = { now, before: new Date(now.getTime() - WAITING_MS), limit: MAX_NAMED + 1 };
  const blocked = await receiversBehind.run(client, values);
  if (blocked.length === 0) return ok('No receiver keeps deliveries waiting.');
  const slugs = await rowsOf<{ id: string; slug: string }>(client, 'SELECT id, slug FROM tenancy.tenants');
  const found = blocked.slice(0, MAX_NAMED).map(receiver => {
    const slug = slugs.find(({ id }) => id === receiver.tenantId)?.slug;
    const seconds = Math.floor((now.getTime() - receiver.since.getTime()) / 1_000);
    return `${receiver.url} (${receiver.id}, tenant ${slug}) ${reasonOf(receiver, now)}; its oldest delivery has waited for ${seconds} seconds`;
  });
  return warning(
    `Deliveries wait for receivers, not for a worker: ${found.join('. ')}${blocked.length > MAX_NAMED ? '. There are more' : ''}.`,
    'Make these receivers respond faster and with 2xx. See their deliveries with: nameyard webhooks deliveries --tenant SLUG --receiver ID',
  );
}

function reasonOf(receiver: LoadedReceiver, now: Date): string {
  const block = blockOf(receiver, now);
  if (block === 'failing') return `has failed since ${receiver.failingSince!.toISOString()}`;
  const slow = count(receiver.slowAttempts, 'attempt has', 'attempts have');
  return `is ${block === 'limit' ? 'at its limit' : 'catching up'}: ${slow} run for more than a second`;
}

async function checkDeadEvents(client: pg.Client) {
  const rows = await rowsOf<{ consumer: string; events: number }>(
    client,
    'SELECT consumer, count(*)::int AS events FROM platform.dead_events GROUP BY 1 ORDER BY 1',
  );
  if (rows.length === 0) return ok('No dead events.');
  const found = rows.map(({ consumer, events }) => `${events} of ${consumer}`).join(', ');
  return warning(`Dead events: ${found}.`, 'See "Dead events" in /docs/operations.');
}

async function checkReceivers(client: pg.Client) {
  const [row] = await rowsOf<{ active: number; off: number; failing: number }>(
    client,
    `SELECT count(*) FILTER (WHERE state = 'on')::int AS active, count(*) FILTER (WHERE off_reason IS NOT NULL)::int AS off,
       count(*) FILTER (WHERE failing_since IS NOT NULL AND state = 'on')::int AS failing
     FROM webhooks.receivers WHERE state <> 'removed'`,
  );
  const { active, off, failing } = row!;
  if (off + failing === 0) return ok(`${count(active, 'receiver')}, none failing.`);
  return warning(
    `${count(off, 'receiver is', 'receivers are')} off, ${failing} of ${active} active ones fail.`,
    'See the errors with: nameyard webhooks deliveries --tenant SLUG',
  );
}

async function checkLiveRegistrar(client: pg.Client) {
  const [row] = await rowsOf<{ on: boolean; reason: string }>(
    client,
    'SELECT "on", reason FROM registrar.kill_switch ORDER BY id DESC LIMIT 1',
  );
  if (!row?.on) return ok('The live registrar API is off.');
  return warning(
    `The live registrar API is on (${row.reason}).`,
    'If no live calls are expected, run: nameyard registrar off --reason TEXT',
  );
}

export async function rowsOf<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows;
}
