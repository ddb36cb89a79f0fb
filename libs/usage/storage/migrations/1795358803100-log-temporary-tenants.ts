import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class LogTemporaryTenants1795358803100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE usage.requests ADD COLUMN temporary_id text;
      CREATE INDEX requests_temporary ON usage.requests (temporary_id, at DESC, id DESC) WHERE temporary_id IS NOT NULL`);
  }
}
