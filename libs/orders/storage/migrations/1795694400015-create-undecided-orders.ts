import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateUndecidedOrders1795694400015 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE orders.undecided (
        tenant_id text NOT NULL,
        order_id  text NOT NULL,
        domain    text NOT NULL,
        outcome   text NOT NULL,
        due_at    timestamptz(3),
        CONSTRAINT undecided_pkey PRIMARY KEY (tenant_id, order_id),
        CONSTRAINT undecided_order FOREIGN KEY (tenant_id, order_id) REFERENCES orders.orders (tenant_id, id) ON DELETE CASCADE
      );
      INSERT INTO orders.undecided (tenant_id, order_id, domain, outcome, due_at)
        SELECT tenant_id, id, domain, outcome, due_at FROM orders.orders WHERE domain_status IN ('pending', 'action_required');
      CREATE INDEX undecided_due ON orders.undecided (tenant_id, due_at, domain COLLATE "C") WHERE due_at IS NOT NULL;
      DROP INDEX orders.orders_decided, orders.orders_due;
    `);
  }
}
