import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateOrders1763683204000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS orders;
      CREATE TABLE orders.orders (
        id         text NOT NULL CONSTRAINT orders_pkey PRIMARY KEY,
        tenant_id  text NOT NULL,
        domain     text NOT NULL,
        tld        text NOT NULL,
        years      integer NOT NULL,
        currency   text NOT NULL,
        total      integer NOT NULL,
        owner      jsonb NOT NULL,
        status     text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        paid_at    timestamptz(3),
        CONSTRAINT orders_paid CHECK ((status = 'created' AND paid_at IS NULL) OR (status = 'paid' AND paid_at IS NOT NULL))
      );
      CREATE INDEX orders_tenant ON orders.orders (tenant_id, id);
    `);
  }
}
