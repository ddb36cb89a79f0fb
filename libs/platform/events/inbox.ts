import type { PoolClient } from 'pg';
import { Statement } from '../database/statement.js';

const insert = new Statement<{ event: string }, { consumer: string; events: string[]; now: Date }>(
  'inbox.insert',
  `INSERT INTO platform.inbox (consumer, event_id, received_at)
   SELECT :consumer, event, :now FROM unnest(:events::text[]) AS event
   ON CONFLICT DO NOTHING RETURNING event_id AS event`,
);

/** Records that a consumer receives events. Returns those that it has not received before. */
export async function recordReceived(
  tx: PoolClient,
  consumer: string,
  events: string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await insert.run(tx, { consumer, events, now });
  return new Set(rows.map(({ event }) => event));
}
