import type { QueryRunner } from 'typeorm';
import { Migration } from '../../migration.js';

export class CreatePlatform1795564800000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS platform;

      CREATE TABLE platform.idempotency_keys (
        tenant_id   text NOT NULL,
        endpoint    text NOT NULL,
        key         text NOT NULL,
        fingerprint text NOT NULL,
        subject     text,
        refusal     jsonb,
        created_at  timestamptz(3) NOT NULL,
        PRIMARY KEY (tenant_id, endpoint, key)
      );
      CREATE INDEX idempotency_keys_created ON platform.idempotency_keys (created_at);

      CREATE TABLE platform.audit (
        position   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at         timestamptz(3) NOT NULL,
        tenant_id  text,
        actor_id   text,
        actor      text NOT NULL,
        address    text,
        action     text NOT NULL,
        subject    text NOT NULL,
        before     jsonb,
        after      jsonb
      );
      CREATE INDEX audit_tenant ON platform.audit (tenant_id, position DESC);
      CREATE INDEX audit_subject ON platform.audit (subject, position DESC);
      -- COLLATE "C" supports searches by prefix, for example "key.".
      CREATE INDEX audit_action ON platform.audit (action COLLATE "C", position DESC);

      CREATE TABLE platform.epochs (
        epoch      integer PRIMARY KEY,
        started_at timestamptz(3) NOT NULL
      );
      INSERT INTO platform.epochs VALUES (1, now());

      CREATE TABLE platform.events (
        position       bigint GENERATED ALWAYS AS IDENTITY,
        transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
        epoch          integer NOT NULL,
        id             text PRIMARY KEY,
        type           text NOT NULL,
        tenant_id      text NOT NULL,
        key            text NOT NULL,
        occurred_at    timestamptz(3) NOT NULL,
        recorded_at    timestamptz(3) NOT NULL,
        context        jsonb NOT NULL,
        body           text NOT NULL
      );
      CREATE INDEX events_log ON platform.events (epoch, transaction_id, position);
      CREATE INDEX events_tenant ON platform.events (tenant_id, epoch, transaction_id, position);
      CREATE INDEX events_recorded ON platform.events USING brin (recorded_at);
      -- Finds the events of an order. The IDs of orders sort by time, so that new entries are next to each other.
      CREATE INDEX events_key ON platform.events (tenant_id, key);

      CREATE TABLE platform.consumers (
        name           text PRIMARY KEY,
        epoch          integer NOT NULL,
        transaction_id xid8 NOT NULL,
        position       bigint NOT NULL
      ) WITH (fillfactor = 10);

      CREATE TABLE platform.dead_events (
        consumer        text NOT NULL,
        event_id        text NOT NULL,
        error           text NOT NULL,
        attempts        integer NOT NULL,
        next_attempt_at timestamptz(3),
        PRIMARY KEY (consumer, event_id)
      );
      CREATE INDEX dead_events_due ON platform.dead_events (consumer, next_attempt_at)
        WHERE next_attempt_at IS NOT NULL;

      -- One row about the installation as a whole.
      CREATE TABLE platform.installation (
        only_row       boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        key_id         text,
        oldest_release text NOT NULL DEFAULT '1.0.0'
      );
      INSERT INTO platform.installation DEFAULT VALUES;
    `);
  }
}
