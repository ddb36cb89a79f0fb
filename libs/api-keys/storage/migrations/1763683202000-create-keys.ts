import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateKeys1763683202000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS api_keys;
      CREATE TABLE api_keys.keys (
        id          text NOT NULL CONSTRAINT keys_pkey PRIMARY KEY,
        tenant_id   text NOT NULL,
        name        text NOT NULL,
        hash        text NOT NULL CONSTRAINT keys_hash_key UNIQUE,
        start       text NOT NULL,
        "end"       text NOT NULL,
        scope       text NOT NULL,
        permissions text[] NOT NULL,
        rate_limit  integer NOT NULL,
        created_at  timestamptz(3) NOT NULL,
        expires_at  timestamptz(3),
        revoked_at  timestamptz(3)
      );
      CREATE INDEX keys_tenant ON api_keys.keys (tenant_id, created_at);
    `);
  }
}
