import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ListRegistrations1763683223000 implements MigrationInterface {
  name = 'ListRegistrations1763683223000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX registrations_tenant ON domains.registrations (tenant_id, registered_at, domain)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX domains.registrations_tenant');
  }
}
