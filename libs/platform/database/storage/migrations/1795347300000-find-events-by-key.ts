import type { QueryRunner } from 'typeorm';
import { Migration } from '../../migration.js';

/** Finds the events of an order. The IDs of orders sort by time, so that new entries are next to each other. */
export class FindEventsByKey1795347300000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX events_key ON platform.events (tenant_id, key)');
  }
}
