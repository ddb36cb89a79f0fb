import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateExplorations1795655073471 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "testcontrol"."explorations" ("tenant_id" text NOT NULL, "id" text NOT NULL, "summary" jsonb NOT NULL, "report" jsonb NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "explorations_pkey" PRIMARY KEY ("tenant_id", "id"))`,
    );
    await runner.query(`CREATE INDEX "explorations_old" ON "testcontrol"."explorations"  ("created_at") `);
  }
}
