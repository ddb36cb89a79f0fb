import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class MarkFaults1795358793000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE usage.requests ADD faulted text');
  }
}
