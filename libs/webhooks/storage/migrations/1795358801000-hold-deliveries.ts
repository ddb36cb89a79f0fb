import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class HoldDeliveries1795358801000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks.cursors ADD COLUMN holding_until timestamptz(3)');
  }
}
