import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddChannel1795347237441 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "orders"."orders" ADD "channel" text NOT NULL DEFAULT 'api'`);
  }
}
