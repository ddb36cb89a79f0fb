import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateIdentities1795710001000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts.identities (
        issuer     text NOT NULL,
        subject    text NOT NULL,
        person_id  text NOT NULL CONSTRAINT identities_person_id_fkey REFERENCES accounts.people (id) ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject),
        CONSTRAINT identities_person_key UNIQUE (person_id, issuer)
      );
    `);
  }
}
