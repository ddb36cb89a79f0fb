import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateStorefronts1763769610000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    // A tenant without a row has the default settings. `access` is null until the tenant has chosen it.
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS storefront;
      CREATE TABLE storefront.storefronts (
        tenant_id   text NOT NULL CONSTRAINT storefronts_pkey PRIMARY KEY,
        access      text CONSTRAINT storefronts_access_check CHECK (access IN ('public', 'code', 'off')),
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
    `);
  }
}
