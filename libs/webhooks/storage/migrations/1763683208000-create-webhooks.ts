import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateWebhooks1763683208000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS webhooks;
      CREATE TABLE webhooks.receivers (
        id              text NOT NULL CONSTRAINT receivers_pkey PRIMARY KEY,
        tenant_id       text NOT NULL,
        url             text NOT NULL,
        description     text NOT NULL,
        events          text[] NOT NULL,
        state           text NOT NULL CONSTRAINT receivers_state_check CHECK (state IN ('on', 'off', 'removed')),
        off_reason      text,
        off_at          timestamptz(3),
        failing_since   timestamptz(3),
        last_success_at timestamptz(3),
        created_at      timestamptz(3) NOT NULL
      );
      CREATE INDEX receivers_tenant ON webhooks.receivers (tenant_id, created_at);

      CREATE TABLE webhooks.secrets (
        id          text PRIMARY KEY,
        receiver_id text NOT NULL REFERENCES webhooks.receivers (id) ON DELETE CASCADE,
        sealed      text NOT NULL,
        key_id      text NOT NULL,
        hint        text NOT NULL,
        created_at  timestamptz(3) NOT NULL,
        expires_at  timestamptz(3)
      );
      CREATE INDEX secrets_receiver ON webhooks.secrets (receiver_id, created_at DESC);

      CREATE TABLE webhooks.events (
        position    bigint GENERATED ALWAYS AS IDENTITY,
        recorded_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
        id          text PRIMARY KEY,
        tenant_id   text NOT NULL,
        type        text NOT NULL,
        occurred_at timestamptz(3) NOT NULL,
        body        text NOT NULL
      );
      CREATE INDEX events_tenant ON webhooks.events (tenant_id, recorded_by, position);
      CREATE INDEX events_occurred ON webhooks.events (occurred_at);

      CREATE TABLE webhooks.deliveries (
        id           text PRIMARY KEY,
        tenant_id    text NOT NULL,
        receiver_id  text NOT NULL REFERENCES webhooks.receivers (id) ON DELETE CASCADE,
        event_id     text NOT NULL REFERENCES webhooks.events (id),
        event_type   text NOT NULL,
        state        text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'skipped')),
        trigger      text NOT NULL,
        step         integer NOT NULL DEFAULT 0,
        attempts     integer NOT NULL DEFAULT 0,
        due_at       timestamptz(3) NOT NULL,
        ready        boolean NOT NULL CHECK (NOT ready OR state = 'pending'),
        queued_until timestamptz(3),
        held_until   timestamptz(3),
        holder       text,
        last_status  smallint,
        last_reason  text,
        created_at   timestamptz(3) NOT NULL,
        delivered_at timestamptz(3),
        UNIQUE (receiver_id, event_id)
      ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
      CREATE INDEX deliveries_ready ON webhooks.deliveries (receiver_id, due_at) WHERE ready;
      CREATE INDEX deliveries_later ON webhooks.deliveries (due_at) WHERE state = 'pending' AND NOT ready;
      CREATE INDEX deliveries_busy ON webhooks.deliveries (receiver_id)
        WHERE queued_until IS NOT NULL OR held_until IS NOT NULL;
      CREATE INDEX deliveries_tenant ON webhooks.deliveries (tenant_id, created_at DESC, id DESC);
      CREATE INDEX deliveries_undelivered ON webhooks.deliveries (receiver_id, created_at, id)
        WHERE state IN ('failed', 'skipped');
      CREATE INDEX deliveries_event ON webhooks.deliveries (event_id);
      CREATE INDEX deliveries_created ON webhooks.deliveries USING brin (created_at);

      CREATE TABLE webhooks.attempts (
        delivery_id text NOT NULL REFERENCES webhooks.deliveries (id) ON DELETE CASCADE,
        number      integer NOT NULL,
        trigger     text NOT NULL,
        started_at  timestamptz(3) NOT NULL,
        duration_ms real,
        status      smallint,
        reason      text,
        answer      text NOT NULL,
        PRIMARY KEY (delivery_id, number)
      );

      CREATE TABLE webhooks.recoveries (
        id          text PRIMARY KEY,
        receiver_id text NOT NULL REFERENCES webhooks.receivers (id) ON DELETE CASCADE,
        since       timestamptz(3) NOT NULL,
        until       timestamptz(3) NOT NULL,
        reached_at  timestamptz(3) NOT NULL,
        reached_id  text NOT NULL,
        state       text NOT NULL CHECK (state IN ('running', 'done')),
        done        integer NOT NULL,
        total       integer NOT NULL,
        created_at  timestamptz(3) NOT NULL,
        stepped_at  timestamptz(3) NOT NULL,
        finished_at timestamptz(3)
      );
      CREATE UNIQUE INDEX recoveries_running ON webhooks.recoveries (receiver_id) WHERE state = 'running';
    `);
  }
}
