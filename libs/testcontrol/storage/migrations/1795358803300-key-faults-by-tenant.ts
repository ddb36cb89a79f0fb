import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

/** A snapshot can be restored to several tenants, with the IDs of its rules. */
export class KeyFaultsByTenant1795358803300 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rehearsal.faults
        DROP CONSTRAINT faults_pkey,
        ADD CONSTRAINT faults_pkey PRIMARY KEY (tenant_id, id)`);
  }
}
