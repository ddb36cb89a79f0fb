import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddTemporaryTenants1795358803000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tenancy.tenants
        ADD COLUMN control_disabled boolean NOT NULL DEFAULT false,
        ADD COLUMN parent_id text,
        ADD COLUMN expires_at timestamptz(3),
        ADD COLUMN shared_limit integer;
      DELETE FROM tenancy.clocks WHERE tenant_id NOT IN (SELECT id FROM tenancy.tenants);
      ALTER TABLE tenancy.clocks ADD CONSTRAINT clocks_tenant_id_fkey
        FOREIGN KEY (tenant_id) REFERENCES tenancy.tenants (id) ON DELETE CASCADE;
      CREATE INDEX tenants_parent ON tenancy.tenants (parent_id, expires_at) WHERE parent_id IS NOT NULL;
      CREATE INDEX tenants_expired ON tenancy.tenants (expires_at) WHERE expires_at IS NOT NULL`);
  }
}
