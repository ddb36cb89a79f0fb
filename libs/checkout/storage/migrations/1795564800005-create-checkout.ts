import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateCheckout1795564800005 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS checkout;

      CREATE TABLE checkout.payments (
        tenant_id text NOT NULL,
        reference text NOT NULL,
        order_id  text NOT NULL,
        method    text NOT NULL,
        currency  text NOT NULL,
        total     integer NOT NULL,
        paid_at   timestamptz(3) NOT NULL,
        -- Limits a payment reference to one order of the tenant.
        PRIMARY KEY (tenant_id, reference)
      );
    `);
  }
}
