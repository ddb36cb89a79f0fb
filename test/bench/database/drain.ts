import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const PATIENCE_MS = 120_000;
const LOOK_MS = 50;

/** Each part uses an index of the product, so the check is cheap. */
const LEFT = `SELECT EXISTS (SELECT FROM platform.outbox WHERE state = 'due')
  OR EXISTS (SELECT FROM webhooks.deliveries WHERE ready)
  OR EXISTS (SELECT FROM webhooks.deliveries WHERE state = 'pending' AND NOT ready) AS left`;

/** Waits until all events are delivered; calls `before` before each check. */
export async function waitForDeliveries(database: pg.Pool, before?: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    await before?.();
    if (!(await database.query<{ left: boolean }>(LEFT)).rows[0]!.left) return;
    if (performance.now() > deadline) throw new Error(`After ${PATIENCE_MS} ms there is still something to be told.`);
    await sleep(LOOK_MS);
  }
}

/**
 * Takes away what a load has left to be told, and waits until what is being told already has been: it would weigh on
 * whoever is measured next. The effects of the load itself stay. What was under way when the load ended may come to its
 * end after the first look, and at the floor there is nobody who would tell of it.
 */
export const quieten = (database: pg.Pool): Promise<void> =>
  waitForDeliveries(database, () => database.query(`DELETE FROM platform.outbox WHERE state = 'due'`));
