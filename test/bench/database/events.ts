import type { Registry } from '../servers/registry.js';

/** Records registrations of the first tenant like a checkout does. */
export async function insertEvents({ database, callers: [first] }: Registry, run: string, count: number) {
  await database.query(
    `INSERT INTO platform.events (epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
     SELECT (SELECT max(epoch) FROM platform.epochs), 'evt_' || $1 || n, 'domain.registered', $2, 'ord_' || n, now(),
       now(), '{}', json_build_object('type', 'domain.registered', 'timestamp', now(), 'data', json_build_object(
         'order_id', 'ord_' || n, 'domain', 'shop-' || n || '.com', 'tld', 'com', 'years', 1, 'status', 'registered',
         'registered_at', now(), 'expires_at', now() + interval '1 year',
         'amount', '{"currency": "USD", "total": 11.99}'::json, 'owner', '{"email": "ada@example.com"}'::json,
         'tenant', $3::text))
     FROM generate_series(1, $4::int) n`,
    [run, first!.tenant.id, first!.tenant.slug, count],
  );
}
