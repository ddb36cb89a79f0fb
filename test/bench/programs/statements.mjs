/**
 * Minimal statements for a search, an order and a checkout on the product's tables. They are independent of the product's
 * own statements, so that the floor stays the same when those change.
 */

export const SEARCH = 'SELECT domain FROM domains.registrations WHERE tenant_id = $1 AND domain = ANY($2)';

export const ORDER = `WITH claim AS (
    INSERT INTO platform.idempotency_keys (tenant_id, endpoint, key, fingerprint, subject, created_at)
    SELECT $1::text, $3::text, $4::text, $5::text, $6::text, $7::timestamptz
    WHERE NOT EXISTS (SELECT FROM domains.registrations WHERE tenant_id = $1 AND domain = $2)
    ON CONFLICT DO NOTHING RETURNING true
  )
  INSERT INTO orders.orders (id, tenant_id, domain, tld, years, currency, total, owner, status, created_at)
  SELECT $6::text, $1::text, $2::text, $8::text, $9::integer, $10::text, $11::integer, $12::jsonb, 'created',
    $7::timestamptz
  FROM claim RETURNING id`;

export const SETTLE = `WITH paid AS (
    UPDATE orders.orders SET status = 'paid', paid_at = $3::timestamptz
    WHERE tenant_id = $1 AND id = $2 AND status = 'created'
    RETURNING id, tenant_id, domain, tld, years, currency, total, owner
  ),
  payment AS (
    INSERT INTO checkout.payments (tenant_id, reference, order_id, method, currency, total, paid_at)
    SELECT tenant_id, $4::text, id, $5::text, currency, total, $3::timestamptz FROM paid
  ),
  registered AS (
    INSERT INTO domains.registrations (tenant_id, domain, tld, order_id, registered_at, expires_at)
    SELECT tenant_id, domain, tld, id, $3::timestamptz, $3::timestamptz + make_interval(years => years)
    FROM paid RETURNING registered_at, expires_at
  ),
  announced AS (
    INSERT INTO platform.events (epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
    SELECT (SELECT max(epoch) FROM platform.epochs), $6::text, 'domain.registered', paid.tenant_id, paid.id,
      $3::timestamptz, $3::timestamptz, '{}', json_build_object('type', 'domain.registered',
        'timestamp', $3::timestamptz, 'data', json_build_object('order_id', paid.id, 'domain', paid.domain,
          'tld', paid.tld, 'years', paid.years, 'status', 'registered', 'registered_at', registered.registered_at,
          'expires_at', registered.expires_at, 'amount', json_build_object('currency', paid.currency,
            'total', paid.total / 100.0), 'owner', json_build_object('email', paid.owner ->> 'email'),
          'tenant', $7::text))
    FROM paid, registered
  )
  SELECT paid.id AS order_id, paid.domain, registered.registered_at, registered.expires_at FROM paid, registered`;
