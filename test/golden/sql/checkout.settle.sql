WITH
  request AS (
    SELECT
      request.number::integer,
      request.tenant_id,
      request.slug,
      request.order_id,
      request.reference,
      request.method,
      request.event,
      request.request_id,
      request.delivery,
      request.traceparent,
      request.now,
      request.recorded_at,
      request.endpoint,
      request.key,
      request.fingerprint,
      request.is_clock_locked
    FROM
      unnest(
        $1::TEXT[],
        $2::TEXT[],
        $3::TEXT[],
        $4::TEXT[],
        $5::TEXT[],
        $6::TEXT[],
        $7::TEXT[],
        $8::JSONB[],
        $9::TEXT[],
        $10::TIMESTAMPTZ[],
        $11::TIMESTAMPTZ[],
        $12::TEXT[],
        $13::TEXT[],
        $14::TEXT[],
        $15::BOOLEAN[]
      ) WITH ORDINALITY AS request (
        tenant_id,
        slug,
        order_id,
        reference,
        method,
        event,
        request_id,
        delivery,
        traceparent,
        now,
        recorded_at,
        endpoint,
        key,
        fingerprint,
        is_clock_locked,
        number
      )
      JOIN orders.orders open_order ON open_order.tenant_id = request.tenant_id
      AND open_order.id = request.order_id
    FOR NO KEY UPDATE OF
      open_order SKIP LOCKED
  ),
  paid_order AS (
    UPDATE orders.orders open_order
    SET
      status = 'paid',
      paid_at = request.now,
      registered_at = request.now,
      expires_at = (request.now AT TIME ZONE 'UTC' + make_interval(years => open_order.years)) AT TIME ZONE 'UTC'
    FROM
      request
    WHERE
      open_order.tenant_id = request.tenant_id
      AND open_order.id = request.order_id
      AND open_order.status = 'created'
      AND open_order.renews IS NULL
      AND open_order.is_plain
      AND (
        request.is_clock_locked
        OR NOT EXISTS (
          SELECT
          FROM
            tenancy.clocks c
          WHERE
            c.tenant_id = request.tenant_id
            AND (
              c.mode <> 'real'
              OR c.locked_since IS NOT NULL
            )
        )
      )
    RETURNING
      request.number,
      open_order.*
  ),
  claim AS (
    INSERT INTO
      platform.idempotency_keys (tenant_id, endpoint, key, fingerprint, subject, created_at)
    SELECT
      paid_order.tenant_id,
      endpoint,
      key,
      fingerprint,
      id,
      request.recorded_at
    FROM
      paid_order
      JOIN request USING (number)
    WHERE
      key IS NOT NULL
      AND TRUE
    ORDER BY
      1,
      2,
      3
  ),
  payment AS (
    INSERT INTO
      checkout.payments (tenant_id, reference, order_id, method, currency, total, paid_at)
    SELECT
      paid_order.tenant_id,
      reference,
      id,
      method,
      currency,
      total,
      paid_at
    FROM
      paid_order
      JOIN request USING (number)
    ORDER BY
      paid_order.tenant_id,
      reference
  ),
  registered AS (
    INSERT INTO
      domains.registrations (tenant_id, domain, tld, order_id, registered_at, expires_at)
    SELECT
      tenant_id,
      domain,
      tld,
      id,
      registered_at,
      expires_at
    FROM
      paid_order
    ORDER BY
      tenant_id,
      domain
  ),
  recorded AS (
    INSERT INTO
      platform.events (epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
    SELECT
      (
        SELECT
          max(epoch)
        FROM
          platform.epochs
      ),
      event,
      'domain.registered',
      paid_order.tenant_id,
      paid_order.id,
      paid_at,
      request.recorded_at,
      jsonb_strip_nulls(
        jsonb_build_object('request_id', request_id, 'delivery', request.delivery, 'traceparent', traceparent)
      ),
      '{"type":"' || 'domain.registered' || '","timestamp":"' || to_char((paid_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","data":' || (
        SELECT
          row_to_json(o)
        FROM
          (
            SELECT
              paid_order.id AS "order_id",
              paid_order.domain AS "domain",
              paid_order.tld AS "tld",
              paid_order.years AS "years",
              'registered' AS "status",
              to_char((paid_order.registered_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "registered_at",
              to_char((paid_order.expires_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "expires_at",
              (
                SELECT
                  row_to_json(o)
                FROM
                  (
                    SELECT
                      paid_order.currency AS "currency",
                      trim_scale(
                        paid_order.total / power(
                          10::numeric,
                          CASE paid_order.currency
                            WHEN 'USD' THEN 2
                            WHEN 'EUR' THEN 2
                            WHEN 'GBP' THEN 2
                            WHEN 'CHF' THEN 2
                            WHEN 'CAD' THEN 2
                            WHEN 'AUD' THEN 2
                            WHEN 'JPY' THEN 0
                          END
                        )
                      ) AS "total"
                  ) o
              ) AS "amount",
              (
                SELECT
                  row_to_json(o)
                FROM
                  (
                    SELECT
                      paid_order.owner ->> 'email' AS "email"
                  ) o
              ) AS "owner",
              request.slug AS "tenant"
          ) o
      ) || '}'
    FROM
      paid_order
      JOIN request USING (number)
    ORDER BY
      number
  )
SELECT
  number,
  id AS order_id,
  domain,
  registered_at,
  expires_at
FROM
  paid_order;
