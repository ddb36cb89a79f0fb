import type pg from 'pg';

/** A domain that a tenant has registered before measuring: `owned-1.com` and so on. */
export const ownedName = (number: number): string => `owned-${number}.com`;

/** Registers `count` domains for each tenant like checkouts do. */
export async function register(database: pg.Pool, tenants: string[], count: number): Promise<void> {
  await database.query(
    `INSERT INTO domains.registrations (tenant_id, domain, tld, order_id, registered_at, expires_at)
     SELECT tenant, 'owned-' || n || '.com', 'com', 'ord_' || tenant || '_' || n, now(), now() + interval '1 year'
     FROM unnest($1::text[]) tenant, generate_series(1, $2::int) n`,
    [tenants, count],
  );
  await database.query('VACUUM ANALYZE domains.registrations');
}

/** Inserts the orders and payments of the registrations. */
export async function payFor(database: pg.Pool): Promise<void> {
  await database.query(
    `INSERT INTO orders.orders (id, tenant_id, domain, tld, years, currency, total, owner, status, created_at, paid_at)
     SELECT order_id, tenant_id, domain, tld, 1, 'USD', 1199,
       '{"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"}', 'paid', registered_at, registered_at
     FROM domains.registrations`,
  );
  await database.query(
    `INSERT INTO checkout.payments (tenant_id, reference, order_id, method, currency, total, paid_at)
     SELECT tenant_id, 'invoice-of-' || domain, order_id, 'test', 'USD', 1199, registered_at FROM domains.registrations`,
  );
  await database.query('VACUUM ANALYZE orders.orders, checkout.payments');
  await database.query('CHECKPOINT');
}
