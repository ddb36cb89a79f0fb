import type { QueryRunner } from 'typeorm';
import { Migration } from '../../migration.js';

export class CreatePlatform1763683200000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.outbox (
        position    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id          text NOT NULL UNIQUE,
        type        text NOT NULL,
        tenant_id   text NOT NULL,
        key         text NOT NULL,
        occurred_at timestamptz(3) NOT NULL,
        payload     jsonb NOT NULL,
        state       text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'done', 'dead')),
        due_at      timestamptz(3) NOT NULL,
        attempts    integer NOT NULL DEFAULT 0,
        last_error  text,
        settled_at  timestamptz(3)
      );
      CREATE INDEX outbox_due ON platform.outbox (due_at, position) WHERE state = 'due';
      CREATE INDEX outbox_done ON platform.outbox (settled_at) WHERE state = 'done';
      CREATE INDEX outbox_dead ON platform.outbox (position) WHERE state = 'dead';

      CREATE TABLE platform.inbox (
        consumer    text NOT NULL,
        event_id    text NOT NULL,
        received_at timestamptz(3) NOT NULL,
        PRIMARY KEY (consumer, event_id)
      );
      CREATE INDEX inbox_received ON platform.inbox (received_at);

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
    `);
  }
}
