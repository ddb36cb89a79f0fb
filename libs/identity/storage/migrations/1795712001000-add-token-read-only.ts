import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddTokenReadOnly1795712001000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts.tokens ADD COLUMN read_only boolean NOT NULL DEFAULT false');
  }
}
