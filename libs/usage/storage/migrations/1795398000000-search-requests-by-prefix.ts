import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

/**
 * Lets searches by the start of a request ID use an index, and finds requests by order. Only orders and payments pay for
 * the second index, and their IDs increase with time.
 */
export class SearchRequestsByPrefix1795398000000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX usage.requests_request;
      CREATE INDEX requests_request ON usage.requests (request_id COLLATE "C");
      CREATE INDEX requests_order ON usage.requests (tenant_id, order_id COLLATE "C") WHERE order_id IS NOT NULL;
    `);
  }
}
