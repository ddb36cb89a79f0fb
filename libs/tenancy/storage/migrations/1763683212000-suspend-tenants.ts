import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SuspendTenants1763683212000 implements MigrationInterface {
  name = 'SuspendTenants1763683212000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tenancy.tenants ADD COLUMN suspended_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tenancy.tenants DROP COLUMN suspended_at');
  }
}
