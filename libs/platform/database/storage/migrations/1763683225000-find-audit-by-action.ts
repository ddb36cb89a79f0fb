import type { QueryRunner } from 'typeorm';
import { Migration } from '../../migration.js';

export class FindAuditByAction1763683225000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    // COLLATE "C" supports searches by prefix, for example "key.".
    await runner.query('CREATE INDEX audit_action ON platform.audit (action COLLATE "C", position DESC)');
  }
}
