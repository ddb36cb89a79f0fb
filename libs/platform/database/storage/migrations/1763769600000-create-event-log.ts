import type { QueryRunner } from 'typeorm';
import { Migration } from '../../migration.js';

/**
 * Events recorded before this migration get epoch 0, so that they come first in the log. The lock stops processes of the
 * earlier version until the end of the upgrade: an event that they record or dispatch meanwhile would be lost.
 */
export class CreateEventLog1763769600000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      LOCK TABLE platform.outbox, platform.inbox;

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
      CREATE INDEX dead_events_due ON platform.dead_events (consumer, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
    `);
  }
}
