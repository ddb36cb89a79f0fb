import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateRegistrar1795564800007 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS registrar;

      -- The last row is the current state; without rows the switch is off.
      CREATE TABLE registrar.kill_switch (
        id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        "on"       boolean NOT NULL,
        reason     text NOT NULL,
        changed_by text NOT NULL,
        changed_at timestamptz(3) NOT NULL
      );
    `);
  }
}
