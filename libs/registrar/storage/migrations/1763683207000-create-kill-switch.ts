import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateKillSwitch1763683207000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    // The last row is the current state; without rows the switch is off.
    await runner.query(`
      CREATE SCHEMA IF NOT EXISTS registrar;
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
