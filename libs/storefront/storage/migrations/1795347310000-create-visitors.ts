import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateVisitors1795347310000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE storefront.visitor_orders (
        tenant_id text NOT NULL,
        visitor bytea NOT NULL,
        order_id text NOT NULL,
        domain text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT visitor_orders_pkey PRIMARY KEY (tenant_id, visitor, order_id)
      )`);
    await runner.query('CREATE INDEX visitor_orders_created ON storefront.visitor_orders (created_at)');
    await runner.query(`
      CREATE TABLE storefront.share_links (
        id text NOT NULL,
        tenant_id text NOT NULL,
        hash bytea NOT NULL,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT share_links_pkey PRIMARY KEY (tenant_id, hash)
      )`);
    await runner.query('CREATE INDEX share_links_expires ON storefront.share_links (expires_at)');
  }
}
