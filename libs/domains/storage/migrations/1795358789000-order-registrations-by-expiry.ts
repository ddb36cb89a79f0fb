import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class OrderRegistrationsByExpiry1795358789000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX domains.registrations_expiry');
    // The collation C is fast, and the same in all databases.
    await runner.query(
      'CREATE INDEX registrations_expiry ON domains.registrations (tenant_id, expires_at, domain COLLATE "C")',
    );
  }
}
