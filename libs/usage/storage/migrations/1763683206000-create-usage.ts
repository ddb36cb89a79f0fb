import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateUsage1763683206000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS usage;
      CREATE TABLE usage.requests (
        id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at          timestamptz(3) NOT NULL,
        tenant_id   text NOT NULL,
        key_id      text NOT NULL,
        method      text NOT NULL,
        route       text NOT NULL,
        status      smallint NOT NULL,
        code        text,
        duration_ms real NOT NULL,
        request_id  text NOT NULL
      );
      CREATE INDEX requests_tenant ON usage.requests (tenant_id, at DESC, id DESC);
      CREATE INDEX requests_request ON usage.requests (request_id);

      CREATE TABLE usage.minutes (
        tenant_id   text NOT NULL,
        key_id      text NOT NULL,
        route       text NOT NULL,
        status      smallint NOT NULL,
        code        text NOT NULL,
        minute      timestamptz(0) NOT NULL,
        requests    bigint NOT NULL,
        duration_ms double precision NOT NULL,
        PRIMARY KEY (tenant_id, minute, key_id, route, status, code)
      );

      CREATE TABLE usage.registrations (
        tenant_id     text NOT NULL,
        minute        timestamptz(0) NOT NULL,
        registrations bigint NOT NULL,
        PRIMARY KEY (tenant_id, minute)
      );
    `);
  }
}
