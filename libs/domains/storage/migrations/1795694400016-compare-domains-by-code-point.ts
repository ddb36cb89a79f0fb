import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CompareDomainsByCodePoint1795694400016 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX domains.registrations_domain;
      ALTER TABLE domains.registrations ALTER COLUMN domain TYPE text COLLATE "C";
    `);
  }
}
