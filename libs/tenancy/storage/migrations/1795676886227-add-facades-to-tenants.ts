import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddFacadesToTenants1795676886227 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "tenancy"."tenants" ADD "facades" text array`);
  }
}
