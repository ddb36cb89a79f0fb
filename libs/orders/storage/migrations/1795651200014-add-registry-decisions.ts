import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddRegistryDecisions1795651200014 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE orders.orders
        ADD COLUMN kind          text NOT NULL DEFAULT 'registration',
        -- False if the checkout has more to do than to register the domain with the default settings.
        ADD COLUMN is_plain      boolean NOT NULL DEFAULT true,
        ADD COLUMN settings      jsonb,
        ADD COLUMN domain_status text,
        ADD COLUMN outcome       text,
        ADD COLUMN due_at        timestamptz(3),
        ADD COLUMN reason        text,
        ADD COLUMN refunded_at   timestamptz(3),
        ADD COLUMN delivery      jsonb,
        DROP CONSTRAINT orders_paid,
        ADD CONSTRAINT orders_paid CHECK ((status = 'created') = (paid_at IS NULL)),
        ADD CONSTRAINT orders_refunded CHECK ((status = 'refunded') = (refunded_at IS NOT NULL)),
        ADD CONSTRAINT orders_pending CHECK (due_at IS NULL OR domain_status = 'pending');
      UPDATE orders.orders SET kind = 'renewal' WHERE renews IS NOT NULL;
      CREATE INDEX orders_kind ON orders.orders (tenant_id, kind, id) WHERE kind <> 'registration';
      CREATE INDEX orders_decided ON orders.orders (tenant_id, domain_status, id) WHERE domain_status <> 'registered';
      CREATE INDEX orders_due ON orders.orders (tenant_id, due_at, domain COLLATE "C") WHERE due_at IS NOT NULL;
    `);
  }
}
