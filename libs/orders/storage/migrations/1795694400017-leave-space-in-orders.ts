import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

/** The space takes the next versions of orders, whose indexes then stay as they are when the registry decides. */
export class LeaveSpaceInOrders1795694400017 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders.orders SET (fillfactor = 65)');
  }
}
