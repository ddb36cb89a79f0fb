import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class LockRealClocks1795900000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tenancy.clocks ADD locked_since timestamptz(3)');
  }
}
