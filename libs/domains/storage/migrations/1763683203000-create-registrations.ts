import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateRegistrations1763683203000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    // The primary key prevents a second registration of a domain by concurrent requests.
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS domains;
      CREATE TABLE domains.registrations (
        tenant_id     text NOT NULL,
        domain        text NOT NULL,
        tld           text NOT NULL,
        order_id      text NOT NULL,
        registered_at timestamptz(3) NOT NULL,
        expires_at    timestamptz(3) NOT NULL,
        CONSTRAINT registrations_pkey PRIMARY KEY (tenant_id, domain)
      );
    `);
  }
}
