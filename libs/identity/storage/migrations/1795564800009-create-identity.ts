import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateIdentity1795564800009 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS identity;

      CREATE TABLE identity.people (
        id            text PRIMARY KEY,
        email         text NOT NULL UNIQUE,
        role          text NOT NULL CHECK (role IN ('operator', 'developer')),
        tenant_ids    text[] NOT NULL,
        password_hash text NOT NULL,
        created_at    timestamptz(3) NOT NULL,
        disabled_at   timestamptz(3),
        generation    integer NOT NULL DEFAULT 0
      );

      CREATE TABLE identity.sessions (
        id         text PRIMARY KEY,
        token_hash text NOT NULL UNIQUE,
        person_id  text NOT NULL REFERENCES identity.people (id) ON DELETE CASCADE,
        address    text,
        agent      text,
        created_at timestamptz(3) NOT NULL,
        seen_at    timestamptz(3) NOT NULL,
        method     text
      );
      CREATE INDEX sessions_person ON identity.sessions (person_id, created_at DESC);
      CREATE INDEX sessions_created ON identity.sessions (created_at);

      CREATE TABLE identity.login_limits (
        key    varchar(255) PRIMARY KEY,
        points integer NOT NULL DEFAULT 0,
        expire bigint
      );
      CREATE INDEX login_limits_expire ON identity.login_limits (expire);

      CREATE TABLE identity.tokens (
        id           text PRIMARY KEY,
        person_id    text NOT NULL REFERENCES identity.people (id) ON DELETE CASCADE,
        name         text NOT NULL,
        hash         text NOT NULL UNIQUE,
        start        text NOT NULL,
        "end"        text NOT NULL,
        tenant_ids   text[],
        created_at   timestamptz(3) NOT NULL,
        expires_at   timestamptz(3) NOT NULL,
        revoked_at   timestamptz(3),
        last_used_at timestamptz(3),
        read_only    boolean NOT NULL DEFAULT false
      );
      CREATE INDEX tokens_person ON identity.tokens (person_id, created_at);
      CREATE INDEX tokens_expires ON identity.tokens (expires_at);

      CREATE TABLE identity.totp (
        person_id    text PRIMARY KEY REFERENCES identity.people (id) ON DELETE CASCADE,
        sealed       text NOT NULL,
        created_at   timestamptz(3) NOT NULL,
        confirmed_at timestamptz(3),
        last_step    integer NOT NULL
      );

      CREATE TABLE identity.recovery_codes (
        person_id text NOT NULL REFERENCES identity.people (id) ON DELETE CASCADE,
        hash      text NOT NULL,
        PRIMARY KEY (person_id, hash)
      );

      CREATE TABLE identity.links (
        id         text PRIMARY KEY,
        person_id  text NOT NULL REFERENCES identity.people (id) ON DELETE CASCADE,
        kind       text NOT NULL CHECK (kind IN ('invitation', 'reset')),
        hash       text NOT NULL UNIQUE,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        ended_at   timestamptz(3),
        ending     text CHECK (ending IN ('used', 'revoked', 'superseded', 'obsolete'))
      );
      CREATE INDEX links_person ON identity.links (person_id, created_at);
      CREATE INDEX links_expires ON identity.links (expires_at);

      CREATE TABLE identity.identities (
        issuer     text NOT NULL,
        subject    text NOT NULL,
        person_id  text NOT NULL REFERENCES identity.people (id) ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (issuer, subject),
        CONSTRAINT identities_person_key UNIQUE (person_id, issuer)
      );

      CREATE TABLE identity.passkeys (
        id            text PRIMARY KEY,
        person_id     text NOT NULL REFERENCES identity.people (id) ON DELETE CASCADE,
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
      CREATE INDEX passkeys_person ON identity.passkeys (person_id, created_at);
      CREATE INDEX passkeys_rp ON identity.passkeys (rp_id);

      CREATE TABLE identity.used_challenges (
        hash       text PRIMARY KEY,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX used_challenges_expires ON identity.used_challenges (expires_at);
    `);
  }
}
