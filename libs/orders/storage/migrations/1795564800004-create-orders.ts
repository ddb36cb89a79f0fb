import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateOrders1795564800004 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS orders;

      CREATE TABLE orders.orders (
        id            text NOT NULL,
        tenant_id     text NOT NULL,
        domain        text NOT NULL,
        tld           text NOT NULL,
        years         integer NOT NULL,
        currency      text NOT NULL,
        total         integer NOT NULL,
        owner         jsonb,
        status        text NOT NULL,
        created_at    timestamptz(3) NOT NULL,
        paid_at       timestamptz(3),
        channel       text NOT NULL DEFAULT 'api',
        renews        text,
        registered_at timestamptz(3),
        expires_at    timestamptz(3),
        CONSTRAINT orders_paid CHECK (
          (status = 'created' AND paid_at IS NULL) OR (status = 'paid' AND paid_at IS NOT NULL)),
        PRIMARY KEY (tenant_id, id)
      );
      -- The collation C supports prefix searches, whatever the collation of the database.
      CREATE INDEX orders_domain ON orders.orders (tenant_id, domain COLLATE "C", id);
      CREATE INDEX orders_status ON orders.orders (tenant_id, status, id);
      CREATE INDEX orders_renewed ON orders.orders (tenant_id, paid_at)
        WHERE renews IS NOT NULL AND paid_at IS NOT NULL;
    `);
  }
}
