import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateWebhooks1795564800008 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS webhooks;

      CREATE TABLE webhooks.receivers (
        id              text PRIMARY KEY,
        tenant_id       text NOT NULL,
        url             text NOT NULL,
        description     text NOT NULL,
        events          text[] NOT NULL,
        state           text NOT NULL CHECK (state IN ('on', 'off', 'removed')),
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
        finished_at timestamptz(3),
        tenant_id   text NOT NULL
      );
      CREATE UNIQUE INDEX recoveries_running ON webhooks.recoveries (receiver_id) WHERE state = 'running';

      -- Without foreign keys: each costs a lookup and a lock per row, and the statements join the tables anyway.
      CREATE TABLE webhooks.deliveries (
        id           text NOT NULL,
        tenant_id    text NOT NULL,
        receiver_id  text NOT NULL,
        event_id     text NOT NULL,
        event_type   text NOT NULL,
        state        text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'skipped')),
        step         integer NOT NULL,
        trigger      text NOT NULL,
        due_at       timestamptz(3),
        sending      boolean NOT NULL,
        released     boolean NOT NULL DEFAULT false,
        attempts     jsonb NOT NULL,
        last_status  smallint,
        last_reason  text,
        created_at   timestamptz(3) NOT NULL,
        delivered_at timestamptz(3),
        CHECK ((state = 'pending') = (due_at IS NOT NULL)),
        PRIMARY KEY (tenant_id, id),
        UNIQUE (event_id, receiver_id)
      );
      CREATE INDEX deliveries_pending ON webhooks.deliveries (receiver_id, due_at) WHERE state = 'pending';
      CREATE INDEX deliveries_sending ON webhooks.deliveries (receiver_id, due_at) WHERE sending;
      CREATE INDEX deliveries_undelivered ON webhooks.deliveries (tenant_id, state, id) WHERE state <> 'delivered';
      CREATE INDEX deliveries_recoverable ON webhooks.deliveries (receiver_id, created_at, id)
        WHERE state <> 'delivered';
      CREATE INDEX deliveries_created ON webhooks.deliveries USING brin (created_at);

      CREATE TABLE webhooks.cursors (
        receiver_id    text PRIMARY KEY REFERENCES webhooks.receivers (id) ON DELETE CASCADE,
        epoch          integer NOT NULL,
        transaction_id xid8 NOT NULL,
        position       bigint NOT NULL,
        due_at         timestamptz(3),
        leased_until   timestamptz(3),
        holder         text,
        holding_until  timestamptz(3)
      ) WITH (fillfactor = 50);
      CREATE INDEX cursors_due ON webhooks.cursors (due_at) WHERE due_at IS NOT NULL;
    `);
  }
}
