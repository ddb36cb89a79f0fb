import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const PATIENCE_MS = 120_000;
const LOOK_MS = 50;

/** Each by an index of the product's over what is left: to look costs nothing that would be felt. */
const LEFT = `SELECT EXISTS (SELECT FROM platform.outbox WHERE state = 'due')
  OR EXISTS (SELECT FROM webhooks.deliveries WHERE ready)
  OR EXISTS (SELECT FROM webhooks.deliveries WHERE state = 'pending' AND NOT ready) AS left`;

/** Waits until all receivers have been told of everything. */
export async function everythingTold(database: pg.Pool): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while ((await database.query<{ left: boolean }>(LEFT)).rows[0]!.left) {
    if (performance.now() > deadline) throw new Error(`After ${PATIENCE_MS} ms there is still something to be told.`);
    await sleep(LOOK_MS);
  }
}

/**
 * Takes away what a load has left to be told, and waits until what is being told already has been: it would weigh on
 * whoever is measured next. The effects of the load itself stay.
 */
export async function quieten(database: pg.Pool): Promise<void> {
  await database.query(`DELETE FROM platform.outbox WHERE state = 'due'`);
  await everythingTold(database);
}
