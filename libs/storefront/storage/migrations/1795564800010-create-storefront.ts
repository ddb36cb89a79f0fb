import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateStorefront1795564800010 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS storefront;

      -- A tenant without a row has the default settings. "access" is null until the tenant has chosen it.
      CREATE TABLE storefront.storefronts (
        tenant_id   text PRIMARY KEY,
        access      text CHECK (access IN ('public', 'code', 'off')),
        code        text,
        name        text,
        accent      text NOT NULL,
        scheme      text NOT NULL,
        radius      text NOT NULL,
        font        text NOT NULL,
        support_url text,
        legal_links jsonb NOT NULL,
        logo        bytea,
        logo_type   text,
        logo_hash   text,
        updated_at  timestamptz(3) NOT NULL
      );

      CREATE TABLE storefront.visitor_orders (
        tenant_id  text NOT NULL,
        visitor    bytea NOT NULL,
        order_id   text NOT NULL,
        domain     text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (tenant_id, visitor, order_id)
      );
      CREATE INDEX visitor_orders_created ON storefront.visitor_orders (created_at);

      CREATE TABLE storefront.share_links (
        id              text NOT NULL,
        tenant_id       text NOT NULL,
        hash            bytea NOT NULL,
        created_at      timestamptz(3) NOT NULL,
        expires_at      timestamptz(3) NOT NULL,
        created_by      text,
        created_by_name text,
        used_at         timestamptz(3),
        PRIMARY KEY (tenant_id, hash)
      );
      CREATE INDEX share_links_expires ON storefront.share_links (expires_at);
    `);
  }
}
