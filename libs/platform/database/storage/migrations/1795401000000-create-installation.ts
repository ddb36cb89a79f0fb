import type { QueryRunner } from 'typeorm';
import { Migration } from '../../migration.js';

/** One row about the installation as a whole. */
export class CreateInstallation1795401000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.installation (
        only_row       boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        key_id         text,
        oldest_release text NOT NULL DEFAULT '1.0.0'
      );
      INSERT INTO platform.installation DEFAULT VALUES;
    `);
  }
}
