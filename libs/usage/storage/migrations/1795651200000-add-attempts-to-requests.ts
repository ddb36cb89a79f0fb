import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddAttemptsToRequests1795651200000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE usage.requests
        ADD COLUMN idempotency_key   text,
        ADD COLUMN payment_reference text,
        ADD COLUMN is_replayed       boolean,
        ADD COLUMN user_agent        text`);
  }
}
