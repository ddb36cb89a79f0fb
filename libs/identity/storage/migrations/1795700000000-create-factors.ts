import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateFactors1795700000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts.totp (
        person_id    text NOT NULL CONSTRAINT totp_pkey PRIMARY KEY
          CONSTRAINT totp_person_id_fkey REFERENCES accounts.people (id) ON DELETE CASCADE,
        sealed       text NOT NULL,
        created_at   timestamptz(3) NOT NULL,
        confirmed_at timestamptz(3),
        last_step    integer NOT NULL
      );
      CREATE TABLE accounts.recovery_codes (
        person_id text NOT NULL
          CONSTRAINT recovery_codes_person_id_fkey REFERENCES accounts.people (id) ON DELETE CASCADE,
        hash      text NOT NULL,
        CONSTRAINT recovery_codes_pkey PRIMARY KEY (person_id, hash)
      );
    `);
  }
}
