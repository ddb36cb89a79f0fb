import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AllowRegistrationsWithoutOrder1795358803200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE domains.registrations ALTER COLUMN order_id DROP NOT NULL');
  }
}
