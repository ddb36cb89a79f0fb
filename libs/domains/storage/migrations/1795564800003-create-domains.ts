import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateDomains1795564800003 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS domains;

      CREATE TABLE domains.registrations (
        tenant_id     text NOT NULL,
        domain        text NOT NULL,
        tld           text NOT NULL,
        order_id      text,
        registered_at timestamptz(3) NOT NULL,
        expires_at    timestamptz(3) NOT NULL,
        -- Prevents a second registration of a domain by concurrent requests.
        PRIMARY KEY (tenant_id, domain)
      );
      CREATE INDEX registrations_tenant ON domains.registrations (tenant_id, registered_at, domain);
      -- The collation C is fast, the same in all databases, and supports prefix searches.
      CREATE INDEX registrations_domain ON domains.registrations (tenant_id, domain COLLATE "C");
      CREATE INDEX registrations_expiry ON domains.registrations (tenant_id, expires_at, domain COLLATE "C");
    `);
  }
}
