import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateClocks1795358788000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tenancy.clocks (
        tenant_id       text NOT NULL CONSTRAINT clocks_pkey PRIMARY KEY,
        mode            text NOT NULL,
        frozen_at       timestamptz(3),
        offset_ms       double precision NOT NULL,
        cursor_time     timestamptz(3),
        cursor_domain   text,
        change_id       text,
        check_at        timestamptz(3),
        CONSTRAINT clocks_frozen CHECK ((mode = 'frozen') = (frozen_at IS NOT NULL))
      );
      CREATE INDEX clocks_check ON tenancy.clocks (check_at) WHERE check_at IS NOT NULL;
      INSERT INTO tenancy.clocks (tenant_id, mode, offset_ms, check_at)
        SELECT id, 'real', 0, now() FROM tenancy.tenants`);
  }
}
