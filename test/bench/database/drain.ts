import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const TIMEOUT_MS = 300_000;
const POLL_MS = 50;

/** Whether the last of some events is after a cursor. Reads one row of an index. */
const hasNewEvents = (cursor: string, condition = 'true') =>
  `(SELECT (e.epoch, e.transaction_id, e.position) > (${cursor}.epoch, ${cursor}.transaction_id, ${cursor}.position)
    FROM platform.events e WHERE ${condition} ORDER BY e.epoch DESC, e.transaction_id DESC, e.position DESC LIMIT 1)`;

const LEFT = `SELECT EXISTS (SELECT FROM platform.consumers c WHERE ${hasNewEvents('c')})
  OR EXISTS (
    SELECT FROM webhooks.receivers r JOIN webhooks.cursors c ON c.receiver_id = r.id WHERE r.state = 'on' AND (
      ${hasNewEvents('c', 'e.tenant_id = r.tenant_id')}
      OR EXISTS (SELECT FROM webhooks.deliveries d WHERE d.receiver_id = r.id AND d.state = 'pending'))) AS left`;

/** Waits until all consumers have handled all events, and all deliveries have ended. */
export async function waitUntilDrained(database: pg.Pool): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while ((await database.query<{ left: boolean }>(LEFT)).rows[0]!.left) {
    if (performance.now() > deadline) throw new Error(`Events are still pending after ${TIMEOUT_MS} ms.`);
    await sleep(POLL_MS);
  }
}
