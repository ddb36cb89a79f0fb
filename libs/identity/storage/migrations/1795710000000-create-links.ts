import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateLinks1795710000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts.links (
        id         text NOT NULL CONSTRAINT links_pkey PRIMARY KEY,
        person_id  text NOT NULL CONSTRAINT links_person_id_fkey REFERENCES accounts.people (id) ON DELETE CASCADE,
        kind       text NOT NULL CONSTRAINT links_kind_check CHECK (kind IN ('invitation', 'reset')),
        hash       text NOT NULL CONSTRAINT links_hash_key UNIQUE,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        ended_at   timestamptz(3),
        ending     text CONSTRAINT links_ending_check CHECK (ending IN ('used', 'revoked', 'superseded', 'obsolete'))
      );
      CREATE INDEX links_person ON accounts.links (person_id, created_at);
      CREATE INDEX links_expires ON accounts.links (expires_at);
    `);
  }
}
