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
      request.registered_at,
      request.previous_expires_at,
      request.expires_at
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
        $12::TIMESTAMPTZ[],
        $13::TIMESTAMPTZ[],
        $14::TIMESTAMPTZ[]
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
        registered_at,
        previous_expires_at,
        expires_at,
        number
      )
  ),
  paid_order AS (
    UPDATE orders.orders open_order
    SET
      status = 'paid',
      paid_at = request.now,
      registered_at = request.registered_at,
      expires_at = request.expires_at
    FROM
      request
    WHERE
      open_order.tenant_id = request.tenant_id
      AND open_order.id = request.order_id
      AND open_order.status = 'created'
      AND open_order.renews IS NOT NULL
      AND TRUE
    RETURNING
      request.number,
      open_order.*
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
  renewed AS (
    UPDATE domains.registrations registration
    SET
      expires_at = paid_order.expires_at
    FROM
      paid_order
    WHERE
      registration.tenant_id = paid_order.tenant_id
      AND registration.domain = paid_order.domain
      AND coalesce(registration.order_id, '') = paid_order.renews
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
      'domain.renewed',
      paid_order.tenant_id,
      paid_order.id,
      paid_at,
      request.recorded_at,
      jsonb_strip_nulls(
        jsonb_build_object('request_id', request_id, 'delivery', request.delivery, 'traceparent', traceparent)
      ),
      '{"type":"' || 'domain.renewed' || '","timestamp":"' || to_char((paid_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","data":' || (
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
              to_char((request.previous_expires_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "previous_expires_at",
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
