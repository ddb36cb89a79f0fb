import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddEventToFaults1795651200001 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "testcontrol"."faults" ADD "event" text`);
  }
}
