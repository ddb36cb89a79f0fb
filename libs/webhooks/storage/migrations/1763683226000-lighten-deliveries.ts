import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

/**
 * Makes the three writes of a delivery (insert, lease, settle) cheaper. Half-full pages and no index on the columns of the
 * lease allow heap-only updates. Foreign keys are dropped, because each costs a lookup and a lock per row, and the
 * statements join the tables anyway. `deliveries_ready` also sorts by ID, so that due deliveries have a total order.
 */
export class LightenDeliveries1763683226000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhooks.attempts DROP CONSTRAINT attempts_delivery_id_fkey;
      CREATE INDEX attempts_started ON webhooks.attempts USING brin (started_at);

      ALTER TABLE webhooks.deliveries
        ADD CONSTRAINT deliveries_event_id_receiver_id_key UNIQUE (event_id, receiver_id),
        DROP CONSTRAINT deliveries_receiver_id_event_id_key,
        DROP CONSTRAINT deliveries_receiver_id_fkey,
        DROP CONSTRAINT deliveries_event_id_fkey,
        SET (fillfactor = 50);
      DROP INDEX webhooks.deliveries_event;
      DROP INDEX webhooks.deliveries_busy;
      DROP INDEX webhooks.deliveries_ready;
      CREATE INDEX deliveries_ready ON webhooks.deliveries (receiver_id, due_at, id) WHERE ready;
    `);
  }
}
