import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class RollKeys1763683211000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_keys.keys ADD COLUMN last_used_at timestamptz(3), ADD COLUMN rolled_to text;
    `);
  }
}
