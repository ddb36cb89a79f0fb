import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class IndexRenewals1795363227774 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX orders_renewed ON orders.orders (tenant_id, paid_at)
        WHERE renews IS NOT NULL AND paid_at IS NOT NULL`);
  }
}
