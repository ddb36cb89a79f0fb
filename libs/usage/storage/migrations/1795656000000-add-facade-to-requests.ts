import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddFacadeToRequests1795656000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE usage.requests
        ADD COLUMN facade    text,
        ADD COLUMN operation text`);
  }
}
