import { createCipheriv, createHash, randomBytes, randomInt } from 'node:crypto';
import type { Database } from './postgres.js';
import type { Program } from './program.js';

const KEY = randomBytes(32);

/** Settings for processes that send webhooks to this machine, with one encryption key and short retry delays. */
export const WEBHOOKS = {
  ENCRYPTION_KEY: KEY.toString('base64'),
  WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  WEBHOOK_RETRY_SCHEDULE: '0s,200ms,500ms,1s,2s,2s,2s,2s',
};

const randomId = (prefix: string) =>
  `${prefix}_${randomInt(2 ** 47)
    .toString(16)
    .padStart(12, '0')}`;

/** Adds another tenant, because the number of receivers per tenant is limited. Returns its ID. */
export async function addTenant(postgres: Database): Promise<string> {
  const id = randomId('ten');
  await postgres.query(
    `INSERT INTO tenancy.tenants (id, slug, name, currency, created_at) VALUES ($1, $2, 'Test', 'USD', now())`,
    [id, id.replace('_', '-')],
  );
  return id;
}

/**
 * Adds a receiver for the given tenant, by default the first one. Writes to the database, because starting the CLI is slow.
 * Returns the ID.
 */
export async function addReceiver(postgres: Database, url: string, tenant?: string): Promise<string> {
  const [id, secret] = [randomId('rcv'), randomId('sec')];
  await postgres.query(
    `INSERT INTO webhooks.receivers (id, tenant_id, url, description, events, state, created_at)
     SELECT $1, id, $2, '', '{}', 'on', now() FROM tenancy.tenants WHERE $3::text IS NULL OR id = $3
     ORDER BY created_at LIMIT 1`,
    [id, url, tenant ?? null],
  );
  await postgres.query(
    `INSERT INTO webhooks.cursors (receiver_id, epoch, transaction_id, position) SELECT $1, 0, '0', 0`,
    [id],
  );
  const keyId = createHash('sha256').update(KEY).digest('hex').slice(0, 16);
  await postgres.query(
    `INSERT INTO webhooks.secrets (id, receiver_id, sealed, key_id, hint, created_at) VALUES ($1, $2, $3, $4, '', now())`,
    [secret, id, seal(`whsec_${randomBytes(32).toString('base64')}`, `webhooks ${id} ${secret}`), keyId],
  );
  return id;
}

/** AES-256-GCM: nonce, tag, ciphertext. */
function seal(text: string, context: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', KEY, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Inserts registration events as a checkout does, for the given tenant, by default the first one. Returns their IDs. */
export async function insertEvents(postgres: Database, count: number, tenant?: string): Promise<string[]> {
  const rows = await postgres.query<{ id: string }>(
    `INSERT INTO platform.events (epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
     SELECT (SELECT max(epoch) FROM platform.epochs), $3 || lpad(n::text, 6, '0'), 'domain.registered', t.id, 'ord_' || n,
       now(), now(), '{}', jsonb_build_object('type', 'domain.registered', 'timestamp', now(), 'data', jsonb_build_object(
         'order_id', 'ord_' || n, 'domain', 'shop-' || n || '.com', 'tld', 'com', 'years', 1, 'status', 'registered',
         'registered_at', now(), 'expires_at', now() + interval '1 year',
         'amount', '{"currency": "USD", "total": 11.99}'::jsonb, 'owner', '{"email": "grace@example.com"}'::jsonb,
         'tenant', t.slug))
     FROM (SELECT * FROM tenancy.tenants WHERE $2::text IS NULL OR id = $2 ORDER BY created_at LIMIT 1) t,
       generate_series(1, $1::int) n
     RETURNING id`,
    [count, tenant ?? null, `${randomId('evt')}_`],
  );
  return rows.map(({ id }) => id);
}

export interface LoggedAttempt {
  event: string;
  number: number;
  status: number | null;
  reason: string | null;
}

/** Attempts for these events in chronological order. */
export const attemptsOf = (postgres: Database, events: string[]): Promise<LoggedAttempt[]> =>
  postgres.query<LoggedAttempt & Record<string, unknown>>(
    `SELECT d.event_id AS event, a.number, a.status, a.reason
     FROM webhooks.deliveries d,
       jsonb_to_recordset(d.attempts) AS a(number int, status int, reason text, started_at timestamptz)
     WHERE d.event_id = ANY($1) ORDER BY a.started_at, a.number`,
    [events],
  );

/** When the first recorded attempts for these events began, in the order of the log. */
export const beginningsOf = (postgres: Database, events: string[]): Promise<{ event: string; at: Date }[]> =>
  postgres.query<{ event: string; at: Date }>(
    `SELECT e.id AS event, (d.attempts -> 0 ->> 'started_at')::timestamptz AS at
     FROM platform.events e JOIN webhooks.deliveries d ON d.event_id = e.id
     WHERE e.id = ANY($1) ORDER BY e.epoch, e.transaction_id, e.position`,
    [events],
  );

/** Number of deliveries of these events per state. */
export async function deliveryStates(postgres: Database, events: string[]): Promise<Record<string, number>> {
  const rows = await postgres.query<{ state: string; n: number }>(
    'SELECT state, count(*)::int AS n FROM webhooks.deliveries WHERE event_id = ANY($1) GROUP BY state',
    [events],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** What a process has logged, without the line of each attempt. */
export const linesBesidesAttempts = ({ stdout }: Program): string[] =>
  stdout.split('\n').filter(line => !/"msg":"(not )?delivered"/.test(line));
