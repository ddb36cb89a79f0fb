import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FindOrdersByName1763683222000 implements MigrationInterface {
  name = 'FindOrdersByName1763683222000';

  async up(runner: QueryRunner): Promise<void> {
    // The collation C supports prefix searches, whatever the collation of the database.
    await runner.query('CREATE INDEX orders_domain ON orders.orders (tenant_id, domain COLLATE "C", id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders.orders_domain');
  }
}
