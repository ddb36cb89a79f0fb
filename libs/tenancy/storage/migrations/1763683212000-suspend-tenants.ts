import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class SuspendTenants1763683212000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tenancy.tenants ADD COLUMN suspended_at timestamptz(3)');
  }
}
