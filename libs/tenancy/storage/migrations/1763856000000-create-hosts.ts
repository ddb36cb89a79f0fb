import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

/** Replaces the only host of a tenant, which operators have entered. */
export class CreateHosts1763856000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tenancy.hosts (
        tenant_id   text NOT NULL,
        host        text NOT NULL,
        state       text NOT NULL CONSTRAINT hosts_state_check CHECK (state IN ('pending', 'verified', 'lapsed')),
        verified_by text,
        token       text NOT NULL,
        problem     text,
        created_at  timestamptz(3) NOT NULL,
        checked_at  timestamptz(3),
        seen_at     timestamptz(3),
        verified_at timestamptz(3),
        lapsed_at   timestamptz(3),
        check_at    timestamptz(3),
        CONSTRAINT hosts_pkey PRIMARY KEY (tenant_id, host),
        CONSTRAINT hosts_verified_by CHECK ((state = 'verified') = (verified_by IS NOT NULL))
      );
      CREATE UNIQUE INDEX hosts_verified ON tenancy.hosts (host) WHERE state = 'verified';
      CREATE INDEX hosts_check ON tenancy.hosts (check_at) WHERE check_at IS NOT NULL;
      INSERT INTO tenancy.hosts (tenant_id, host, state, verified_by, token, created_at, verified_at)
        SELECT id, host, 'verified', 'operator', replace(gen_random_uuid()::text, '-', ''), created_at, created_at
        FROM tenancy.tenants WHERE host IS NOT NULL;
      ALTER TABLE tenancy.tenants DROP COLUMN host;
    `);
  }
}
