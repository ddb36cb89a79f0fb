import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateEndedTenants1796083200022 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "tenancy"."ended_tenants" ("tenant_id" text NOT NULL, "slug" text NOT NULL, "id" text NOT NULL, "name" text NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "ended_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "story" jsonb NOT NULL, CONSTRAINT "ended_tenants_pkey" PRIMARY KEY ("tenant_id", "slug"))`,
    );
    await runner.query(`CREATE INDEX "ended_tenants_id" ON "tenancy"."ended_tenants"  ("id") `);
    await runner.query(`CREATE INDEX "ended_tenants_old" ON "tenancy"."ended_tenants"  ("ended_at") `);
  }
}
