import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

/** A partial index: requests without a fault, nearly all, pay nothing for it. */
export class FindFaults1795358802001 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX requests_faulted ON usage.requests (tenant_id, at DESC, id DESC) WHERE faulted IS NOT NULL',
    );
  }
}
