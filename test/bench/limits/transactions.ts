import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Sample } from '../contests/contest.js';
import { DOMAIN, ORDER_ID } from '../database/open-orders.js';
import type { Floor } from '../servers/floor.js';
import type { Stage } from '../stage/stage.js';
import { loop } from './loop.js';

const run = promisify(execFile);

/** Number of connections of the product and the floor. */
const CLIENTS = 16;

/** Statements of a checkout; `:order` and `:domain` are its parameters. */
const STATEMENTS = [
  'BEGIN',
  `UPDATE orders.orders SET status = 'paid', paid_at = now() WHERE tenant_id = :tenant AND id = :order AND status = 'created'`,
  `INSERT INTO checkout.payments (tenant_id, reference, order_id, method, currency, total, paid_at)
   VALUES (:tenant, 'invoice-' || :number::text, :order, 'test', 'USD', 1199, now())`,
  `INSERT INTO domains.registrations (tenant_id, domain, tld, order_id, registered_at, expires_at)
   VALUES (:tenant, :domain, 'com', :order, now(), now() + interval '1 year')`,
  `INSERT INTO platform.events (epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
   VALUES ((SELECT max(epoch) FROM platform.epochs), 'evt_' || :number::text, 'domain.registered', :tenant, :order,
     now(), now(), '{}', json_build_object('type', 'domain.registered', 'timestamp', now(), 'data', json_build_object(
       'order_id', :order, 'domain', :domain, 'tld', 'com', 'years', 1, 'status', 'registered', 'registered_at', now(),
       'expires_at', now() + interval '1 year', 'amount', json_build_object('currency', 'USD', 'total', 11.99),
       'owner', json_build_object('email', 'ada@example.com'), 'tenant', 'demo')))`,
  'COMMIT',
].map(sql => sql.replaceAll(':order', ORDER_ID(':number::text')).replaceAll(':domain', DOMAIN(':number::text')));

export const pgbench = await run('pgbench', ['--version']).then(
  () => 'pgbench',
  () => undefined,
);

/** Checkouts as BEGIN … COMMIT directly in the database, by pgbench if available, otherwise by node-postgres. */
export async function payInTransactions(stage: Stage, floor: Floor, seconds: number): Promise<Sample> {
  const whole = Math.ceil(seconds); // pgbench only takes whole seconds
  await floor.orders.insertFor(whole);
  const { first, count } = floor.orders.takeAll();
  const strip = Math.floor(count / CLIENTS);
  const perSecond = pgbench
    ? await byPgbench(stage, floor, whole, first, strip)
    : await byNodePostgres(floor, whole, first, strip);
  return { figures: { perSecond }, responses: 0, wrong: 0, problems: [] };
}

async function byPgbench(stage: Stage, floor: Floor, seconds: number, first: number, strip: number): Promise<number> {
  const script = join(stage.folder(), 'checkout.sql');
  // Each client pays its own range of orders.
  const lines = ['\\set done :done + 1', `\\set number ${first} + :client_id * ${strip} + :done`];
  writeFileSync(script, [...lines, ...STATEMENTS.map(sql => `${sql.replaceAll(/\s*\n\s*/g, ' ')};`), ''].join('\n'));
  const pace = ['--no-vacuum', '--protocol=prepared', `--client=${CLIENTS}`, '--jobs=1', `--time=${seconds}`];
  const work = [
    '--define=done=-1',
    `--define=tenant=${floor.callers[0]!.tenant.id}`,
    `--file=${script}`,
    floor.databaseUrl,
  ];
  const { stdout } = await run('pgbench', [...pace, ...work]);
  return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
}

async function byNodePostgres(floor: Floor, seconds: number, first: number, strip: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: floor.databaseUrl, max: CLIENTS });
  const statements = STATEMENTS.map((sql, index) => ({
    name: `checkout-${index}`,
    text: sql.replaceAll(':tenant', '$1').replaceAll(':number', '$2'),
    hasValues: sql.includes(':tenant'),
  }));
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => pool.connect()));
  const perSecond = await loop(CLIENTS, seconds, async (client, turn) => {
    const values = [floor.callers[0]!.tenant.id, String(first + client * strip + turn)];
    for (const { hasValues, ...statement } of statements)
      await clients[client]!.query({ ...statement, values: hasValues ? values : [] });
  });
  for (const client of clients) client.release();
  await pool.end();
  return perSecond;
}
