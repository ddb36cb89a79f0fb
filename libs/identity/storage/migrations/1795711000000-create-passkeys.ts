import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreatePasskeys1795711000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts.passkeys (
        id            text NOT NULL CONSTRAINT passkeys_pkey PRIMARY KEY,
        person_id     text NOT NULL
          CONSTRAINT passkeys_person_id_fkey REFERENCES accounts.people (id) ON DELETE CASCADE,
        name          text NOT NULL,
        rp_id         text NOT NULL,
        credential_id text NOT NULL CONSTRAINT passkeys_credential_key UNIQUE,
        public_key    bytea NOT NULL,
        counter       bigint NOT NULL,
        transports    text[] NOT NULL,
        aaguid        text,
        backed_up     boolean NOT NULL,
        created_at    timestamptz(3) NOT NULL,
        last_used_at  timestamptz(3)
      );
      CREATE INDEX passkeys_person ON accounts.passkeys (person_id, created_at);
      CREATE INDEX passkeys_rp ON accounts.passkeys (rp_id);
      CREATE TABLE accounts.used_challenges (
        hash       text NOT NULL CONSTRAINT used_challenges_pkey PRIMARY KEY,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX used_challenges_expires ON accounts.used_challenges (expires_at);
    `);
  }
}
