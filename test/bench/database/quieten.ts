import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const PATIENCE_MS = 60_000;
const LOOK_MS = 50;

/**
 * Takes away what a load has left to be told, and waits until what is being told already has been: it would weigh on
 * whoever is measured next. The effects of the load itself stay.
 */
export async function quieten(database: pg.Pool): Promise<void> {
  await database.query(`DELETE FROM platform.outbox WHERE state = 'due'`);
  const deadline = performance.now() + PATIENCE_MS;
  while ((await database.query(`SELECT FROM webhooks.deliveries WHERE state = 'pending' LIMIT 1`)).rowCount !== 0) {
    if (performance.now() > deadline) throw new Error('Deliveries are still under way.');
    await sleep(LOOK_MS);
  }
}
