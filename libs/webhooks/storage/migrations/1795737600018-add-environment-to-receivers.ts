import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddEnvironmentToReceivers1795737600018 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "webhooks"."receivers" ADD "environment" text NOT NULL DEFAULT 'sandbox'`);
  }
}
