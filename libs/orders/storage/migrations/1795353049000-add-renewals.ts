import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddRenewals1795353049000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE orders.orders
        ADD renews text,
        ADD registered_at timestamptz(3),
        ADD expires_at timestamptz(3),
        ALTER owner DROP NOT NULL`);
    // Until now, every paid order registered its domain when it was paid.
    await runner.query(`
      UPDATE orders.orders SET registered_at = paid_at,
        expires_at = (paid_at AT TIME ZONE 'UTC' + make_interval(years => years)) AT TIME ZONE 'UTC'
      WHERE status = 'paid'`);
    await runner.query(`
      ALTER TABLE orders.orders
        DROP CONSTRAINT orders_pkey,
        ADD CONSTRAINT orders_pkey PRIMARY KEY (tenant_id, id)`);
    await runner.query('DROP INDEX orders.orders_tenant');
  }
}
