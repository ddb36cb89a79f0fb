import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class RecordResets1795358802000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tenancy.clocks ADD reset_at timestamptz(3)');
  }
}
