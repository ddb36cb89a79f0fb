import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

/**
 * A delivery is written three times: made, held, settled. Room in its page, and no index over what holding it changes,
 * make the second one cheap (a heap-only tuple); one index fewer and no foreign keys do so for the others. Each key cost
 * a look-up and a lock on the row that it names, for what the statements' own joins see to. What is due to a receiver
 * has one order, so that what is taken of it stays at the beginning.
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
