import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateFaults1795358792000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rehearsal.faults (
        id         text NOT NULL CONSTRAINT faults_pkey PRIMARY KEY,
        tenant_id  text NOT NULL,
        operation  text,
        domain     text,
        fault      jsonb NOT NULL,
        times      integer NOT NULL,
        skip       integer NOT NULL,
        seen       integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX faults_tenant ON rehearsal.faults (tenant_id, expires_at);
      CREATE INDEX faults_expired ON rehearsal.faults (expires_at)`);
  }
}
