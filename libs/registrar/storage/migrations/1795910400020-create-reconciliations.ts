import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateReconciliations1795910400020 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE registrar.reconciliations (
        id          text PRIMARY KEY,
        started_at  timestamptz(3) NOT NULL,
        ended_at    timestamptz(3),
        differences jsonb,
        error       text
      );
    `);
  }
}
