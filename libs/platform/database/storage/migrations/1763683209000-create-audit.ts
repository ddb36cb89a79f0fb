import type { QueryRunner } from 'typeorm';
import { Migration } from '../../migration.js';

export class CreateAudit1763683209000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.audit (
        position  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at        timestamptz(3) NOT NULL,
        tenant_id text,
        actor_id  text,
        actor     text NOT NULL,
        address   text,
        action    text NOT NULL,
        subject   text NOT NULL,
        before    jsonb,
        after     jsonb
      );
      CREATE INDEX audit_tenant ON platform.audit (tenant_id, position DESC);
      CREATE INDEX audit_subject ON platform.audit (subject, position DESC);
    `);
  }
}
