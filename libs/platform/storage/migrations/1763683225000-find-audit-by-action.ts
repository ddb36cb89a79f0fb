import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FindAuditByAction1763683225000 implements MigrationInterface {
  name = 'FindAuditByAction1763683225000';

  async up(runner: QueryRunner): Promise<void> {
    // COLLATE "C" supports searches by prefix, for example "key.".
    await runner.query('CREATE INDEX audit_action ON platform.audit (action COLLATE "C", position DESC)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX platform.audit_action');
  }
}
