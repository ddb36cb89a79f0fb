import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateTenancy1795564800001 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS tenancy;

      CREATE TABLE tenancy.tenants (
        id               text PRIMARY KEY,
        slug             text NOT NULL UNIQUE,
        name             text NOT NULL,
        currency         text NOT NULL,
        created_at       timestamptz(3) NOT NULL,
        suspended_at     timestamptz(3),
        control_disabled boolean NOT NULL DEFAULT false,
        parent_id        text,
        expires_at       timestamptz(3),
        shared_limit     integer
      );
      CREATE INDEX tenants_parent ON tenancy.tenants (parent_id, expires_at) WHERE parent_id IS NOT NULL;
      CREATE INDEX tenants_expired ON tenancy.tenants (expires_at) WHERE expires_at IS NOT NULL;

      CREATE TABLE tenancy.hosts (
        tenant_id     text NOT NULL,
        host          text NOT NULL,
        state         text NOT NULL CHECK (state IN ('pending', 'verified', 'lapsed')),
        verified_by   text,
        token         text NOT NULL,
        problem       text,
        created_at    timestamptz(3) NOT NULL,
        checked_at    timestamptz(3),
        seen_at       timestamptz(3),
        verified_at   timestamptz(3),
        lapsed_at     timestamptz(3),
        check_at      timestamptz(3),
        missing_since timestamptz(3),
        CONSTRAINT hosts_verified_by CHECK ((state = 'verified') = (verified_by IS NOT NULL)),
        PRIMARY KEY (tenant_id, host)
      );
      CREATE UNIQUE INDEX hosts_verified ON tenancy.hosts (host) WHERE state = 'verified';
      CREATE INDEX hosts_check ON tenancy.hosts (check_at) WHERE check_at IS NOT NULL;

      CREATE TABLE tenancy.clocks (
        tenant_id     text PRIMARY KEY REFERENCES tenancy.tenants (id) ON DELETE CASCADE,
        mode          text NOT NULL,
        frozen_at     timestamptz(3),
        offset_ms     double precision NOT NULL,
        cursor_time   timestamptz(3),
        cursor_domain text,
        change_id     text,
        check_at      timestamptz(3),
        reset_at      timestamptz(3),
        locked_since  timestamptz(3),
        CONSTRAINT clocks_frozen CHECK ((mode = 'frozen') = (frozen_at IS NOT NULL))
      );
      CREATE INDEX clocks_check ON tenancy.clocks (check_at) WHERE check_at IS NOT NULL;
    `);
  }
}
