import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreateFacades1795676887644 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE SCHEMA IF NOT EXISTS facades`);
    await runner.query(
      `CREATE TABLE "facades"."contacts" ("tenant_id" text NOT NULL, "id" integer NOT NULL, "details" jsonb NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "contacts_pkey" PRIMARY KEY ("tenant_id", "id"))`,
    );
    await runner.query(
      `CREATE TABLE "facades"."contact_uses" ("tenant_id" text NOT NULL, "order_id" text NOT NULL, "contact_id" integer NOT NULL, CONSTRAINT "contact_uses_pkey" PRIMARY KEY ("tenant_id", "order_id"))`,
    );
    await runner.query(`CREATE INDEX "contact_uses_contact" ON "facades"."contact_uses"  ("tenant_id", "contact_id") `);
    await runner.query(
      `CREATE TABLE "facades"."numbers" ("tenant_id" text NOT NULL, "kind" text NOT NULL, "key" text NOT NULL, "id" integer NOT NULL, CONSTRAINT "numbers_id" UNIQUE ("tenant_id", "kind", "id"), CONSTRAINT "numbers_pkey" PRIMARY KEY ("tenant_id", "kind", "key"))`,
    );
    await runner.query(
      `CREATE TABLE "facades"."last_numbers" ("tenant_id" text NOT NULL, "kind" text NOT NULL, "last" integer NOT NULL, CONSTRAINT "last_numbers_pkey" PRIMARY KEY ("tenant_id", "kind"))`,
    );
  }
}
