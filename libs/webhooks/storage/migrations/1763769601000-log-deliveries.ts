import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

/**
 * Moves events to the event log, in epoch 0, and attempts into their deliveries. Receivers start after these events: they
 * have deliveries. Every receiver is due, so that pending deliveries are found. The lock keeps workers of the earlier version
 * from writing results to tables that have been copied.
 */
export class LogDeliveries1763769601000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      LOCK TABLE webhooks.events, webhooks.deliveries, webhooks.attempts, webhooks.recoveries;

      INSERT INTO platform.events
        (position, transaction_id, epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
        OVERRIDING SYSTEM VALUE
      SELECT position, recorded_by, 0, id, type, tenant_id,
        coalesce(body::jsonb #>> '{data,order_id}', body::jsonb #>> '{data,receiver_id}', id), occurred_at, occurred_at,
        '{}', body
      FROM webhooks.events ORDER BY position;
      SELECT setval(pg_get_serial_sequence('platform.events', 'position'), coalesce(max(position), 0) + 1)
      FROM platform.events;

      ALTER TABLE webhooks.deliveries RENAME TO old_deliveries;
      ALTER TABLE webhooks.old_deliveries
        RENAME CONSTRAINT deliveries_event_id_receiver_id_key TO old_deliveries_event_id_receiver_id_key;
      ALTER TABLE webhooks.old_deliveries RENAME CONSTRAINT deliveries_pkey TO old_deliveries_pkey;
      ALTER INDEX webhooks.deliveries_created RENAME TO old_deliveries_created;
      ALTER INDEX webhooks.deliveries_undelivered RENAME TO old_deliveries_undelivered;
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
        PRIMARY KEY (tenant_id, id),
        UNIQUE (event_id, receiver_id),
        CHECK ((state = 'pending') = (due_at IS NOT NULL))
      );
      INSERT INTO webhooks.deliveries
      SELECT d.id, d.tenant_id, d.receiver_id, d.event_id, d.event_type, d.state, d.step, d.trigger,
        CASE d.state WHEN 'pending' THEN d.due_at END, false, false, coalesce(log.attempts, '[]') || lost.attempts,
        d.last_status, d.last_reason, d.created_at, d.delivered_at
      FROM webhooks.old_deliveries d
      CROSS JOIN LATERAL (
        SELECT jsonb_agg(jsonb_build_object('number', a.number, 'trigger', a.trigger, 'started_at',
          to_char(a.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'duration_ms', a.duration_ms,
          'status', a.status, 'reason', a.reason, 'answer', a.answer) ORDER BY a.number) AS attempts
        FROM webhooks.attempts a WHERE a.delivery_id = d.id
      ) log
      CROSS JOIN LATERAL (
        SELECT CASE WHEN d.holder IS NULL OR d.state <> 'pending' THEN '[]' ELSE jsonb_build_array(jsonb_build_object(
          'number', d.attempts, 'trigger', d.trigger, 'started_at', to_char(
            (d.held_until - interval '25 seconds') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'duration_ms', NULL, 'status', NULL, 'reason', 'worker_lost', 'answer',
          'The result is unknown: the worker was stopped, or could not write the result.')) END AS attempts
      ) lost
      ORDER BY d.created_at;
      CREATE INDEX deliveries_pending ON webhooks.deliveries (receiver_id, due_at) WHERE state = 'pending';
      CREATE INDEX deliveries_sending ON webhooks.deliveries (receiver_id, due_at) WHERE sending;
      CREATE INDEX deliveries_undelivered ON webhooks.deliveries (tenant_id, state, id) WHERE state <> 'delivered';
      CREATE INDEX deliveries_recoverable ON webhooks.deliveries (receiver_id, created_at, id) WHERE state <> 'delivered';
      CREATE INDEX deliveries_created ON webhooks.deliveries USING brin (created_at);

      CREATE TABLE webhooks.cursors (
        receiver_id    text PRIMARY KEY REFERENCES webhooks.receivers (id) ON DELETE CASCADE,
        epoch          integer NOT NULL,
        transaction_id xid8 NOT NULL,
        position       bigint NOT NULL,
        due_at         timestamptz(3),
        leased_until   timestamptz(3),
        holder         text
      ) WITH (fillfactor = 50);
      CREATE INDEX cursors_due ON webhooks.cursors (due_at) WHERE due_at IS NOT NULL;
      INSERT INTO webhooks.cursors SELECT id, 1, '0', 0, now() FROM webhooks.receivers;

      ALTER TABLE webhooks.recoveries ADD COLUMN tenant_id text;
      UPDATE webhooks.recoveries SET tenant_id = r.tenant_id FROM webhooks.receivers r WHERE r.id = receiver_id;
      ALTER TABLE webhooks.recoveries ALTER COLUMN tenant_id SET NOT NULL;

      DROP TABLE webhooks.attempts, webhooks.old_deliveries, webhooks.events;
    `);
  }
}
