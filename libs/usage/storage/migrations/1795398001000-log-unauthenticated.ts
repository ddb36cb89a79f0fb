import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class LogUnauthenticated1795398001000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE usage.unauthenticated (
        id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at             timestamptz(3) NOT NULL,
        counted_for    text NOT NULL,
        claimed_tenant text,
        key_start      text,
        key_end        text,
        reason         text NOT NULL,
        address        text NOT NULL,
        method         text NOT NULL,
        route          text NOT NULL,
        request_id     text NOT NULL
      );
      CREATE INDEX unauthenticated_quota ON usage.unauthenticated (counted_for, at);
      CREATE INDEX unauthenticated_at ON usage.unauthenticated (at);
      CREATE INDEX unauthenticated_tenant ON usage.unauthenticated (claimed_tenant, id DESC);
      CREATE INDEX unauthenticated_key ON usage.unauthenticated (key_start, id DESC);
    `);
  }
}
