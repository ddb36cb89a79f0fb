import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateTokens1795395000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts.tokens (
        id           text NOT NULL CONSTRAINT tokens_pkey PRIMARY KEY,
        person_id    text NOT NULL CONSTRAINT tokens_person_id_fkey REFERENCES accounts.people (id) ON DELETE CASCADE,
        name         text NOT NULL,
        hash         text NOT NULL CONSTRAINT tokens_hash_key UNIQUE,
        start        text NOT NULL,
        "end"        text NOT NULL,
        tenant_ids   text[],
        created_at   timestamptz(3) NOT NULL,
        expires_at   timestamptz(3) NOT NULL,
        revoked_at   timestamptz(3),
        last_used_at timestamptz(3)
      );
      CREATE INDEX tokens_person ON accounts.tokens (person_id, created_at);
      CREATE INDEX tokens_expires ON accounts.tokens (expires_at);
    `);
  }
}
