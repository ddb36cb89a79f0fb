import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class FindOrdersByName1763683222000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    // The collation C supports prefix searches, whatever the collation of the database.
    await runner.query('CREATE INDEX orders_domain ON orders.orders (tenant_id, domain COLLATE "C", id)');
  }
}
