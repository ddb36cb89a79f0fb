import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateApiKeys1795564800002 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS api_keys;

      CREATE TABLE api_keys.keys (
        id           text PRIMARY KEY,
        tenant_id    text NOT NULL,
        name         text NOT NULL,
        hash         text NOT NULL UNIQUE,
        start        text NOT NULL,
        "end"        text NOT NULL,
        scope        text NOT NULL,
        permissions  text[] NOT NULL,
        rate_limit   integer NOT NULL,
        created_at   timestamptz(3) NOT NULL,
        expires_at   timestamptz(3),
        revoked_at   timestamptz(3),
        last_used_at timestamptz(3),
        rolled_to    text
      );
      CREATE INDEX keys_tenant ON api_keys.keys (tenant_id, created_at);
    `);
  }
}
