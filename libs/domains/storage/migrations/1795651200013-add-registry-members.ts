import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class AddRegistryMembers1795651200013 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE domains.registrations
        -- Null until the registry has decided; the row then only reserves the domain.
        ALTER COLUMN registered_at DROP NOT NULL,
        ALTER COLUMN expires_at DROP NOT NULL,
        ADD COLUMN nameservers         jsonb,
        ADD COLUMN locked              boolean NOT NULL DEFAULT true,
        ADD COLUMN auto_renew          boolean NOT NULL DEFAULT false,
        ADD COLUMN privacy             boolean NOT NULL DEFAULT false,
        ADD COLUMN payment_method      text NOT NULL DEFAULT 'test',
        ADD COLUMN contact             jsonb,
        ADD COLUMN verification_due_at timestamptz(3),
        ADD COLUMN suspended           boolean NOT NULL DEFAULT false,
        ADD CONSTRAINT registrations_term CHECK ((registered_at IS NULL) = (expires_at IS NULL));
      CREATE INDEX registrations_auto_renew ON domains.registrations (tenant_id, expires_at, domain COLLATE "C")
        WHERE auto_renew;
      CREATE INDEX registrations_verification
        ON domains.registrations (tenant_id, verification_due_at, domain COLLATE "C")
        WHERE verification_due_at IS NOT NULL AND NOT suspended;
    `);
  }
}
