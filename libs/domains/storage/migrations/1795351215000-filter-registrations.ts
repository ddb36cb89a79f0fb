import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class FilterRegistrations1795351215000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX registrations_expiry ON domains.registrations (tenant_id, expires_at)');
    // The collation C supports prefix searches, whatever the collation of the database.
    await runner.query('CREATE INDEX registrations_domain ON domains.registrations (tenant_id, domain COLLATE "C")');
  }
}
