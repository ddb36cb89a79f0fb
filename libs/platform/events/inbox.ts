import type { PoolClient } from 'pg';
import { Statement } from '../database/statement.js';

const enter = new Statement<{ event: string }, { consumer: string; events: string[]; now: Date }>(
  'inbox.enter',
  `INSERT INTO platform.inbox (consumer, event_id, received_at)
   SELECT :consumer, event, :now FROM unnest(:events::text[]) AS event
   ON CONFLICT DO NOTHING RETURNING event_id AS event`,
);

/** Those of the events that this consumer sees for the first time; remembered when the transaction commits. */
export async function enterInbox(tx: PoolClient, consumer: string, events: string[], now: Date): Promise<Set<string>> {
  const rows = await enter.run(tx, { consumer, events, now });
  return new Set(rows.map(({ event }) => event));
}
