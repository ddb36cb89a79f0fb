import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateTenants1763683201000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS tenancy;
      CREATE TABLE tenancy.tenants (
        id         text NOT NULL CONSTRAINT tenants_pkey PRIMARY KEY,
        slug       text NOT NULL CONSTRAINT tenants_slug_key UNIQUE,
        name       text NOT NULL,
        currency   text NOT NULL,
        host       text CONSTRAINT tenants_host_key UNIQUE,
        created_at timestamptz(3) NOT NULL
      );
    `);
  }
}
