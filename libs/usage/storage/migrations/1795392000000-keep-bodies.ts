import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

/** IDs are those of the log. There is no other index, because each one would make every request more expensive. */
export class KeepBodies1795392000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE usage.bodies (
        id               bigint PRIMARY KEY,
        at               timestamptz(3) NOT NULL,
        tenant_id        text NOT NULL,
        target           text NOT NULL,
        request_headers  text NOT NULL,
        request_state    text NOT NULL,
        request_body     text,
        response_headers text NOT NULL,
        response_state   text NOT NULL,
        response_body    text
      )`);
  }
}
