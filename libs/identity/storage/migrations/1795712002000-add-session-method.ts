import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddSessionMethod1795712002000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts.sessions ADD COLUMN method text');
  }
}
