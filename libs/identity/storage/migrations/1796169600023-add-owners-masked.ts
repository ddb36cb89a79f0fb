import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddOwnersMasked1796169600023 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE identity.people ADD COLUMN owners_masked boolean NOT NULL DEFAULT false');
  }
}
