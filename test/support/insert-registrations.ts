import type { Client } from './client.js';

const INSERT = `WITH term AS (
    SELECT 'd' || n || '.com' AS domain, 'ord_' || lpad(n::text, 32, '0') AS order_id, expires - interval '8760 hours' AS registered, expires
    FROM generate_series(0, $2::int - 1) AS n,
      LATERAL (SELECT $3::timestamptz + n * $4 * interval '1 second') AS e (expires)
  ),
  orders AS (
    INSERT INTO orders.orders (id, tenant_id, domain, tld, years, currency, total, owner, status, created_at, paid_at,
      registered_at, expires_at)
    SELECT order_id, $1, domain, 'com', 1, 'USD', 1199, '{}', 'paid', registered, registered, registered, expires FROM term
  )
  INSERT INTO domains.registrations (tenant_id, domain, tld, order_id, registered_at, expires_at)
  SELECT $1, domain, 'com', order_id, registered, expires FROM term`;

/** `DUE` makes the worker check the clock at once, instead of once a day. The lock waits for a check that has begun. */
const DUE = `WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext('tenancy.clocks'), hashtext($1)))
  UPDATE tenancy.clocks SET check_at = now() FROM locked WHERE tenant_id = $1 AND check_at IS NOT NULL`;

/** A sandbox, or the database of processes. */
interface Target {
  rows(sql: string, values: unknown[]): Promise<unknown>;
}

interface Options {
  count: number;
  firstExpiry: string | Date;
  secondsBetween: number;
}

/**
 * Registers `d0.com`, `d1.com` and so on without events, as if the service had been down when they expired. The IDs of the
 * orders sort before those of real ones, as a reset expects of orders placed earlier.
 */
export async function insertRegistrations(
  target: Target,
  { tenant }: Pick<Client, 'tenant'>,
  { count, firstExpiry, secondsBetween }: Options,
): Promise<void> {
  await target.rows(INSERT, [tenant.id, count, firstExpiry, secondsBetween]);
  await target.rows(DUE, [tenant.id]);
}
