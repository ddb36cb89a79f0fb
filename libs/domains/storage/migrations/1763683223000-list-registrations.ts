import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class ListRegistrations1763683223000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX registrations_tenant ON domains.registrations (tenant_id, registered_at, domain)');
  }
}
