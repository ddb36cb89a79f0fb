import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddFaultKindToRequests1795996800021 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE usage.requests ADD COLUMN fault_kind text`);
  }
}
