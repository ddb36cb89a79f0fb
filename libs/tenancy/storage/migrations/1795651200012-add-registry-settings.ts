import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddRegistrySettings1795651200012 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE tenancy.clocks ADD COLUMN registry jsonb;
    `);
  }
}
