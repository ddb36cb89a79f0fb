import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

/** Free space in the pages lets PostgreSQL update decided orders without touching indexes (HOT updates). */
export class LeaveSpaceInOrders1795694400017 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders.orders SET (fillfactor = 65)');
  }
}
