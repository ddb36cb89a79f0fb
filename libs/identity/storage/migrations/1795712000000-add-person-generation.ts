import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddPersonGeneration1795712000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts.people ADD COLUMN generation integer NOT NULL DEFAULT 0');
  }
}
