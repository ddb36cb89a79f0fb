import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

/** Hash of a tenant's domain: an index of texts would double the cost of logging a request. */
const DOMAIN = `hashtextextended(tenant_id || ' ' || domain, 0)`;

export class CreateUsage1795564800006 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS usage;

      CREATE TABLE usage.requests (
        id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at           timestamptz(3) NOT NULL,
        tenant_id    text NOT NULL,
        key_id       text NOT NULL,
        method       text NOT NULL,
        route        text NOT NULL,
        status       smallint NOT NULL,
        code         text,
        duration_ms  real NOT NULL,
        request_id   text NOT NULL,
        domain       text,
        order_id     text,
        faulted      text,
        temporary_id text
      );
      CREATE INDEX requests_tenant ON usage.requests (tenant_id, at DESC, id DESC);
      CREATE INDEX requests_code ON usage.requests (tenant_id, code, at DESC, id DESC) WHERE status >= 400;
      CREATE INDEX requests_domain ON usage.requests (${DOMAIN}, at DESC, id DESC) WHERE domain IS NOT NULL;
      CREATE INDEX requests_domain_code ON usage.requests (${DOMAIN}, code, at DESC, id DESC)
        WHERE domain IS NOT NULL AND status >= 400;
      -- Partial indexes: most requests pay nothing for them.
      CREATE INDEX requests_faulted ON usage.requests (tenant_id, at DESC, id DESC) WHERE faulted IS NOT NULL;
      CREATE INDEX requests_temporary ON usage.requests (temporary_id, at DESC, id DESC) WHERE temporary_id IS NOT NULL;
      -- The collation C supports searches by the start of a request ID.
      CREATE INDEX requests_request ON usage.requests (request_id COLLATE "C");
      CREATE INDEX requests_order ON usage.requests (tenant_id, order_id COLLATE "C") WHERE order_id IS NOT NULL;

      CREATE TABLE usage.minutes (
        tenant_id text NOT NULL,
        key_id    text NOT NULL,
        route     text NOT NULL,
        status    smallint NOT NULL,
        code      text NOT NULL,
        minute    timestamptz(0) NOT NULL,
        requests  bigint NOT NULL,
        PRIMARY KEY (tenant_id, minute, key_id, route, status, code)
      );
      CREATE INDEX minutes_minute ON usage.minutes (minute);

      CREATE TABLE usage.registrations (
        tenant_id     text NOT NULL,
        minute        timestamptz(0) NOT NULL,
        registrations bigint NOT NULL,
        PRIMARY KEY (tenant_id, minute)
      );
      CREATE INDEX registrations_minute ON usage.registrations (minute);

      CREATE TABLE usage.hours (
        tenant_id text NOT NULL,
        key_id    text NOT NULL,
        route     text NOT NULL,
        status    smallint NOT NULL,
        code      text NOT NULL,
        hour      timestamptz(0) NOT NULL,
        requests  bigint NOT NULL,
        PRIMARY KEY (tenant_id, hour, key_id, route, status, code) INCLUDE (requests)
      );
      CREATE INDEX hours_hour ON usage.hours (hour);

      CREATE TABLE usage.minute_latencies (
        tenant_id text NOT NULL,
        route     text NOT NULL,
        minute    timestamptz(0) NOT NULL,
        buckets   integer[] NOT NULL,
        PRIMARY KEY (tenant_id, minute, route)
      );
      CREATE INDEX minute_latencies_minute ON usage.minute_latencies (minute);

      CREATE TABLE usage.hour_latencies (
        tenant_id text NOT NULL,
        route     text NOT NULL,
        hour      timestamptz(0) NOT NULL,
        buckets   integer[] NOT NULL,
        PRIMARY KEY (tenant_id, hour, route)
      );
      CREATE INDEX hour_latencies_hour ON usage.hour_latencies (hour);

      CREATE TABLE usage.due_hours (
        tenant_id text NOT NULL,
        hour      timestamptz(0) NOT NULL,
        PRIMARY KEY (tenant_id, hour)
      );
      CREATE INDEX due_hours_hour ON usage.due_hours (hour);

      -- IDs are those of the log. There is no other index, because each one would make every request more expensive.
      CREATE TABLE usage.bodies (
        id               bigint PRIMARY KEY,
        at               timestamptz(3) NOT NULL,
        tenant_id        text NOT NULL,
        target           text NOT NULL,
        request_headers  text NOT NULL,
        request_state    text NOT NULL,
        request_body     text,
        response_headers text NOT NULL,
        response_state   text NOT NULL,
        response_body    text
      );

      CREATE TABLE usage.unauthenticated (
        id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at             timestamptz(3) NOT NULL,
        counted_for    text NOT NULL,
        claimed_tenant text,
        key_start      text,
        key_end        text,
        reason         text NOT NULL,
        address        text NOT NULL,
        method         text NOT NULL,
        route          text NOT NULL,
        request_id     text NOT NULL
      );
      CREATE INDEX unauthenticated_quota ON usage.unauthenticated (counted_for, at);
      CREATE INDEX unauthenticated_at ON usage.unauthenticated (at);
      CREATE INDEX unauthenticated_tenant ON usage.unauthenticated (claimed_tenant, id DESC);
      CREATE INDEX unauthenticated_key ON usage.unauthenticated (key_start, id DESC);
    `);
  }
}
