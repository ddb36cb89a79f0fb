import type { QueryRunner } from 'typeorm';
import { Migration } from '../../migration.js';

/**
 * Moves what the outbox and the inbox hold to the log. Events that webhooks have received are in the log already; the
 * others are added. What the usage statistics have not counted becomes a dead event of that consumer, which is retried. An
 * event that was given up stays dead, in epoch 0, before the cursors of all receivers.
 */
export class ReplaceOutbox1763769602000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE platform.events e SET key = o.key FROM platform.outbox o WHERE o.id = e.id;

      INSERT INTO platform.events (epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
      SELECT CASE o.state WHEN 'dead' THEN 0 ELSE 1 END, o.id, o.type, o.tenant_id, o.key, o.occurred_at, o.occurred_at, '{}', row_to_json(m)
      FROM platform.outbox o CROSS JOIN LATERAL jsonb_to_record(o.payload) AS p (order_id text, domain text, tld text,
        years integer, registered_at timestamptz, expires_at timestamptz, currency text, total integer, owner_email text,
        tenant text)
      CROSS JOIN LATERAL (
        SELECT o.type, to_char(o.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS timestamp, d AS data
        FROM (
          SELECT p.order_id, p.domain, p.tld, p.years, 'registered' AS status,
            to_char(p.registered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS registered_at,
            to_char(p.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS expires_at,
            (SELECT a FROM (SELECT p.currency,
              trim_scale(CASE p.currency WHEN 'JPY' THEN p.total ELSE p.total / 100.0 END) AS total) a) AS amount,
            (SELECT a FROM (SELECT p.owner_email AS email) a) AS owner,
            p.tenant
        ) d
      ) m
      WHERE o.state <> 'done' AND NOT EXISTS (SELECT FROM platform.events e WHERE e.id = o.id)
      ORDER BY o.position;

      INSERT INTO platform.dead_events (consumer, event_id, error, attempts, next_attempt_at)
      SELECT c.name, o.id, coalesce(o.last_error, 'not dispatched before the upgrade'), o.attempts,
        CASE o.state WHEN 'due' THEN o.due_at END
      FROM platform.outbox o
      JOIN (VALUES ('usage.count-registrations', 'usage.count-registrations', 'due'),
        ('usage.count-registrations', 'usage.count-registrations', 'dead'), ('webhooks.wake', 'webhooks.fan-out', 'dead')
      ) AS c (name, old_name, state) ON c.state = o.state
      WHERE NOT EXISTS (SELECT FROM platform.inbox i WHERE i.event_id = o.id AND i.consumer = c.old_name);

      INSERT INTO platform.consumers (name, epoch, transaction_id, position) VALUES
        ('usage.count-registrations', 1, pg_current_xact_id(), 9223372036854775807),
        ('webhooks.wake', 1, '0', 0);

      DROP TABLE platform.outbox, platform.inbox;
    `);
  }
}
