import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateClockChanges1795358790000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS rehearsal;
      CREATE TABLE rehearsal.clock_changes (
        id          text NOT NULL CONSTRAINT clock_changes_pkey PRIMARY KEY,
        tenant_id   text NOT NULL,
        mode        text NOT NULL,
        target      timestamptz(3) NOT NULL,
        request_id  text,
        happened    jsonb NOT NULL,
        total       integer NOT NULL,
        changed_at  timestamptz(3) NOT NULL,
        is_finished boolean NOT NULL
      );
      CREATE INDEX clock_changes_unfinished ON rehearsal.clock_changes (changed_at) WHERE NOT is_finished;
      CREATE INDEX clock_changes_old ON rehearsal.clock_changes (changed_at)`);
  }
}
