import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DeliveryDetail, ReceiverView, RecoveryView } from '#webhooks/contract';
import { registerCleanup } from '../support/cleanup.js';

/** The key that the previous release sealed the secrets of the receivers with. */
export const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

/** What the API of the previous release answered, and the secrets that it showed once. */
export interface PreviousRelease {
  /** Time of the answers; the worker had been killed 10 seconds earlier. */
  takenAt: string;
  operator: { email: string; password: string };
  /** By name, which is also the description of the receiver and the path of its URL. Newest secret first. */
  receivers: Record<string, { id: string; tenant: string; secrets: string[] }>;
  /** Event IDs by domain. */
  events: Record<string, string>;
  /** Cursors for the events of the tenant "demo". */
  cursors: Record<'beginning' | 'afterFirst' | 'afterLast' | 'present', { plain: string; encrypted: string }>;
  /** Events after the cursor `afterFirst`. */
  followed: string[];
  /** The recovery that was running. */
  recovery: RecoveryView;
  /** Bodies that the previous release would have sent, by the IDs of events that it had not dispatched. */
  undispatched: Record<string, string>;
  /** By slug. Deliveries are newest first. */
  tenants: Record<string, { id: string; key: string; receivers: ReceiverView[]; deliveries: DeliveryDetail[] }>;
}

export interface LoadOptions {
  /** The dump was restored in another server, where all its transaction IDs are still to come. */
  isRestored?: boolean;
}

const MINUTE_MS = 60_000;

/** Statements after which the transaction IDs in the dump, at most 1,304, are in the past as on the dumped server. */
const PAST_TRANSACTIONS = [
  'SET synchronous_commit = off',
  `DO $$ BEGIN WHILE pg_current_xact_id() < '2000'::xid8 LOOP COMMIT; END LOOP; END $$`,
];

const TRANSACTIONS_TO_COME = [
  `UPDATE webhooks.events SET recorded_by = (recorded_by::text::bigint + 1000000000)::text::xid8`,
];

const TIME = /(\d{4}-\d\d-\d\d)([ T])(\d\d:\d\d:\d\d(?:\.\d+)?)(\+00(?::00)?|Z)/g;

/**
 * Creates a database as the previous release left it less than a minute ago. Moves all times by whole minutes, because
 * registrations are counted per minute.
 * @param urls of the receivers, by name
 */
export async function loadPreviousRelease(urls: Record<string, string>, { isRestored = false }: LoadOptions) {
  const { takenAt } = JSON.parse(read('json')) as PreviousRelease;
  const delay = Math.floor((Date.now() - Date.parse(takenAt)) / MINUTE_MS) * MINUTE_MS;
  const adapt = (text: string) =>
    text
      .replaceAll(TIME, (_, date: string, separator: string, time: string, zone: string) => {
        const moved = new Date(Date.parse(`${date}T${time}Z`) + delay).toISOString();
        return moved.slice(0, 10) + separator + moved.slice(11, -1) + zone;
      })
      .replaceAll(/http:\/\/127\.0\.0\.1:1\/(\w+)/g, (_, name: string) => urls[name]!);
  const databaseUrl = await createDatabase(adapt(read('sql')));
  await query(databaseUrl, ...(isRestored ? TRANSACTIONS_TO_COME : PAST_TRANSACTIONS));
  return { databaseUrl, previous: JSON.parse(adapt(read('json'))) as PreviousRelease };
}

const read = (extension: string): string =>
  readFileSync(join(import.meta.dirname, `previous-release.${extension}`), 'utf8');

async function createDatabase(sql: string): Promise<string> {
  const server = process.env['TEST_POSTGRES_URL'] ?? '';
  const name = `upgrade_${randomBytes(6).toString('hex')}`;
  await query(server, `CREATE DATABASE ${name}`);
  registerCleanup(() => query(server, `DROP DATABASE ${name} WITH (FORCE)`));
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  await query(url, sql);
  return url;
}

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
