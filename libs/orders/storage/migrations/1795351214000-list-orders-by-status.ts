import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class ListOrdersByStatus1795351214000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX orders_status ON orders.orders (tenant_id, status, id)');
  }
}
