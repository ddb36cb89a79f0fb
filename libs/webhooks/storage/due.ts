import { type Database, type Executor, Statement } from '#platform/database';
import { takingOldestFirst } from './oldest-first.js';

/**
 * Receivers for which something is due, one after the other by a jump in the index over what is: neither a long queue
 * for one of them nor what is due later costs the others anything.
 */
const WAITING = `WITH RECURSIVE waiting AS (
    (SELECT receiver_id FROM webhooks.deliveries WHERE ready ORDER BY receiver_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.receiver_id FROM webhooks.deliveries d
            WHERE d.ready AND d.receiver_id > waiting.receiver_id ORDER BY d.receiver_id LIMIT 1)
    FROM waiting WHERE waiting.receiver_id IS NOT NULL
  )`;

const IS_BUSY = 'greatest(d.queued_until, d.held_until) > :now';
const IS_FREE = '(d.queued_until IS NULL OR d.queued_until <= :now) AND (d.held_until IS NULL OR d.held_until <= :now)';

/** How many deliveries of one receiver are on their way at a time, by what is known of it. */
export type Bounds = {
  /** It has answered, and did so the last time. */
  proven: number;
  /** It has never been called. */
  unknown: number;
  failing: number;
};

const ROOM = `CASE WHEN r.failing_since IS NOT NULL THEN :failing::int WHEN r.last_success_at IS NULL THEN :unknown::int
  ELSE :proven::int END`;

/**
 * Among them are all that are on their way: they were the first when they were taken, and hardly anything comes due
 * later that is older. An index over those would have to be written for each delivery.
 */
const FIRST = `SELECT d.queued_until, d.held_until FROM webhooks.deliveries d
  WHERE d.receiver_id = r.id AND d.ready ORDER BY d.due_at, d.id LIMIT 200`;

export interface DueRow {
  id: string;
  receiver: string;
}

type Turn = Bounds & { lane: boolean; now: Date; until: Date; most: number; turn: number };

const ripen = new Statement<never, { now: Date; most: number }>(
  'webhooks.ripen',
  `WITH ripe AS (
     SELECT id FROM webhooks.deliveries WHERE state = 'pending' AND NOT ready AND due_at <= :now
     ORDER BY due_at LIMIT :most FOR UPDATE SKIP LOCKED
   )
   UPDATE webhooks.deliveries d SET ready = true FROM ripe WHERE d.id = ripe.id`,
);

const take = new Statement<DueRow, Turn>(
  'webhooks.take-due',
  `${WAITING}, turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(:turn::bigint) AS ours),
   room AS MATERIALIZED (
     SELECT r.id, ${ROOM}
       - (SELECT count(*)::int FROM (${FIRST}) d WHERE ${IS_BUSY}) AS room
     FROM turn, waiting JOIN webhooks.receivers r ON r.id = waiting.receiver_id
     WHERE turn.ours AND r.state = 'on' AND (r.failing_since IS NOT NULL) = :lane
   ),
   due AS (
     SELECT d.id FROM room CROSS JOIN LATERAL (
       SELECT d.id, d.due_at FROM webhooks.deliveries d
       WHERE d.receiver_id = room.id AND d.ready AND ${IS_FREE}
       ORDER BY d.due_at, d.id LIMIT room.room FOR UPDATE SKIP LOCKED
     ) d
     WHERE room.room > 0 ORDER BY d.due_at LIMIT :most
   )
   UPDATE webhooks.deliveries d SET queued_until = :until FROM due WHERE d.id = due.id
   RETURNING d.id, d.receiver_id AS receiver`,
);

const giveBack = new Statement<never, { ids: string[] }>(
  'webhooks.give-back',
  `UPDATE webhooks.deliveries SET queued_until = NULL WHERE id = ANY(:ids) AND held_until IS NULL`,
);

/** What a receiver has had already stays delivered, though somebody asked for it again. */
const setAside = new Statement<{ id: string }, { most: number; now: Date }>(
  'webhooks.set-aside',
  `${WAITING},
   off AS MATERIALIZED (
     SELECT receiver_id FROM waiting
     WHERE (SELECT r.state FROM webhooks.receivers r WHERE r.id = waiting.receiver_id) <> 'on'
   ),
   aside AS (
     SELECT d.id FROM off CROSS JOIN LATERAL (
       SELECT d.id FROM webhooks.deliveries d WHERE d.receiver_id = off.receiver_id AND d.ready AND ${IS_FREE}
       LIMIT :most FOR UPDATE SKIP LOCKED
     ) d LIMIT :most
   )
   UPDATE webhooks.deliveries d
   SET state = CASE WHEN d.delivered_at IS NULL THEN 'skipped' ELSE 'delivered' END, ready = false, queued_until = NULL
   FROM aside WHERE d.id = aside.id RETURNING d.id`,
);

const oldest = new Statement<{ seconds: number }, { now: Date }>(
  'webhooks.oldest-due',
  `${WAITING}
   SELECT coalesce(extract(epoch FROM :now::timestamptz - min(first.due_at)), 0)::float8 AS seconds
   FROM waiting JOIN webhooks.receivers r ON r.id = waiting.receiver_id AND r.state = 'on'
   CROSS JOIN LATERAL (
     SELECT d.due_at FROM webhooks.deliveries d WHERE d.receiver_id = r.id AND d.ready ORDER BY d.due_at LIMIT 1
   ) first`,
);

/** Any number that is ours alone: of several workers that look at the same time, one takes. */
const TURN = 7_302_119;

/** Marks what has come due, so many at most, as ready to be taken. */
export const ripenDue = (executor: Executor, most: number, now: Date) => ripen.run(executor, { most, now });

/**
 * Takes what is due, the oldest first and a bounded number for each receiver: for those that fail at present (`lane`), or
 * for the others. Until then nobody else takes it.
 */
export const takeDue = (database: Database, values: Omit<Turn, 'turn'>) =>
  takingOldestFirst(database, tx => take.run(tx, { ...values, turn: TURN }));

/** What was taken and could not be handed on. */
export const giveBackTaken = (executor: Executor, ids: string[]) => giveBack.run(executor, { ids });

/** What is due for receivers that are off; it is sent when somebody asks for it. Gives how many. */
export async function setAsideForOff(executor: Executor, most: number, now: Date): Promise<number> {
  const rows = await setAside.run(executor, { most, now });
  return rows.length;
}

/** How many seconds the oldest delivery has been due; 0 when nothing is. */
export async function ageOfOldestDue(executor: Executor, now: Date): Promise<number> {
  const [row] = await oldest.run(executor, { now });
  return row?.seconds ?? 0;
}
