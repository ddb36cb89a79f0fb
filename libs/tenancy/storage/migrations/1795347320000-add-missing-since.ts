import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

/** Null for existing hosts: their 72 hours begin at the next check that does not find the record. */
export class AddMissingSince1795347320000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tenancy.hosts ADD COLUMN missing_since timestamptz(3)');
  }
}
