import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateAccounts1763683210000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS accounts;
      CREATE TABLE accounts.people (
        id            text NOT NULL CONSTRAINT people_pkey PRIMARY KEY,
        email         text NOT NULL CONSTRAINT people_email_key UNIQUE,
        role          text NOT NULL CONSTRAINT people_role_check CHECK (role IN ('operator', 'developer')),
        tenant_ids    text[] NOT NULL,
        password_hash text NOT NULL,
        created_at    timestamptz(3) NOT NULL,
        disabled_at   timestamptz(3)
      );

      CREATE TABLE accounts.sessions (
        id         text PRIMARY KEY,
        token_hash text NOT NULL UNIQUE,
        person_id  text NOT NULL REFERENCES accounts.people (id) ON DELETE CASCADE,
        address    text,
        agent      text,
        created_at timestamptz(3) NOT NULL,
        seen_at    timestamptz(3) NOT NULL
      );
      CREATE INDEX sessions_person ON accounts.sessions (person_id, created_at DESC);
      CREATE INDEX sessions_created ON accounts.sessions (created_at);

      CREATE TABLE accounts.login_limits (
        key    varchar(255) PRIMARY KEY,
        points integer NOT NULL DEFAULT 0,
        expire bigint
      );
      CREATE INDEX login_limits_expire ON accounts.login_limits (expire);
    `);
  }
}
