WITH
  request AS (
    SELECT
      request.number::integer,
      request.tenant_id,
      request.id,
      request.domain,
      request.tld,
      request.years,
      request.currency,
      request.total,
      request.owner,
      request.channel,
      request.created_at,
      request.endpoint,
      request.key,
      request.fingerprint,
      request.recorded_at
    FROM
      unnest(
        $1::TEXT[],
        $2::TEXT[],
        $3::TEXT[],
        $4::TEXT[],
        $5::INTEGER[],
        $6::TEXT[],
        $7::INTEGER[],
        $8::JSONB[],
        $9::TEXT[],
        $10::TIMESTAMPTZ[],
        $11::TEXT[],
        $12::TEXT[],
        $13::TEXT[],
        $14::TIMESTAMPTZ[]
      ) WITH ORDINALITY AS request (
        tenant_id,
        id,
        domain,
        tld,
        years,
        currency,
        total,
        owner,
        channel,
        created_at,
        endpoint,
        key,
        fingerprint,
        recorded_at,
        number
      )
  ),
  claim AS (
    INSERT INTO
      platform.idempotency_keys (tenant_id, endpoint, key, fingerprint, subject, created_at)
    SELECT
      tenant_id,
      endpoint,
      key,
      fingerprint,
      id,
      recorded_at
    FROM
      request
    WHERE
      key IS NOT NULL
      AND NOT EXISTS (
        SELECT
        FROM
          domains.registrations registration
        WHERE
          registration.tenant_id = request.tenant_id
          AND registration.domain = request.domain
      )
    ORDER BY
      1,
      2,
      3
    ON CONFLICT DO NOTHING
    RETURNING
      tenant_id,
      subject
  ),
  placed AS (
    INSERT INTO
      orders.orders (tenant_id, id, domain, tld, years, currency, total, owner, channel, created_at, status)
    SELECT
      tenant_id,
      id,
      domain,
      tld,
      years,
      currency,
      total,
      owner,
      channel,
      created_at,
      'created'
    FROM
      request
    WHERE
      CASE
        WHEN key IS NULL THEN NOT EXISTS (
          SELECT
          FROM
            domains.registrations registration
          WHERE
            registration.tenant_id = request.tenant_id
            AND registration.domain = request.domain
        )
        ELSE (tenant_id, id) IN (
          SELECT
            tenant_id,
            subject
          FROM
            claim
        )
      END
    RETURNING
      tenant_id,
      id
  )
SELECT
  number
FROM
  request
  JOIN placed USING (tenant_id, id);
