import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const TIMEOUT_MS = 120_000;
const POLL_MS = 50;

/** Each part uses an index of the product, so the check is cheap. */
const LEFT = `SELECT EXISTS (SELECT FROM platform.outbox WHERE state = 'due')
  OR EXISTS (SELECT FROM webhooks.deliveries WHERE ready)
  OR EXISTS (SELECT FROM webhooks.deliveries WHERE state = 'pending' AND NOT ready) AS left`;

/** Waits until all events are delivered; calls `before` before each check. */
export async function waitForDeliveries(database: pg.Pool, before?: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    await before?.();
    if (!(await database.query<{ left: boolean }>(LEFT)).rows[0]!.left) return;
    if (performance.now() > deadline) throw new Error(`Events are still pending after ${TIMEOUT_MS} ms.`);
    await sleep(POLL_MS);
  }
}

/**
 * Removes pending events of a load and waits for running deliveries, which would slow down the next contender. The
 * other rows of the load stay. Checks twice, because the load may still finish a request after the first check.
 */
export const discardPending = (database: pg.Pool): Promise<void> =>
  waitForDeliveries(database, () => database.query(`DELETE FROM platform.outbox WHERE state = 'due'`));
