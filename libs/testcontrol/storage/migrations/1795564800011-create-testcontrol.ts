import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateTestcontrol1795564800011 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS testcontrol;

      CREATE TABLE testcontrol.clock_changes (
        id          text PRIMARY KEY,
        tenant_id   text NOT NULL,
        mode        text NOT NULL,
        target      timestamptz(3) NOT NULL,
        request_id  text,
        happened    jsonb NOT NULL,
        total       integer NOT NULL,
        changed_at  timestamptz(3) NOT NULL,
        is_finished boolean NOT NULL
      );
      CREATE INDEX clock_changes_unfinished ON testcontrol.clock_changes (changed_at) WHERE NOT is_finished;
      CREATE INDEX clock_changes_old ON testcontrol.clock_changes (changed_at);

      -- Several tenants can have rules with the same ID, because a snapshot can be restored to several.
      CREATE TABLE testcontrol.faults (
        id         text NOT NULL,
        tenant_id  text NOT NULL,
        operation  text,
        domain     text,
        fault      jsonb NOT NULL,
        times      integer NOT NULL,
        skip       integer NOT NULL,
        seen       integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        PRIMARY KEY (tenant_id, id)
      );
      CREATE INDEX faults_tenant ON testcontrol.faults (tenant_id, expires_at);
      CREATE INDEX faults_expired ON testcontrol.faults (expires_at);
    `);
  }
}
