import type { PoolClient } from 'pg';
import { Statement } from '../database/statement.js';

const enter = new Statement<{ entered: true }, { consumer: string; event: string; now: Date }>(
  'inbox.enter',
  `INSERT INTO platform.inbox (consumer, event_id, received_at) VALUES (:consumer, :event, :now)
   ON CONFLICT DO NOTHING RETURNING true AS entered`,
);

/** Whether this consumer sees the event for the first time; remembered when the transaction commits. */
export async function isFirstTime(tx: PoolClient, consumer: string, event: string, now: Date): Promise<boolean> {
  const rows = await enter.run(tx, { consumer, event, now });
  return rows.length === 1;
}
