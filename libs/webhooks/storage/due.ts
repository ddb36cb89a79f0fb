import { type Executor, Statement } from '#platform';

/**
 * Receivers for which something waits, one after the other by a jump in the index over what is pending: a long queue
 * for one of them costs the others nothing.
 */
const WAITING = `WITH RECURSIVE waiting AS (
    (SELECT receiver_id FROM webhooks.deliveries WHERE state = 'pending' ORDER BY receiver_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.receiver_id FROM webhooks.deliveries d
            WHERE d.state = 'pending' AND d.receiver_id > waiting.receiver_id ORDER BY d.receiver_id LIMIT 1)
    FROM waiting WHERE waiting.receiver_id IS NOT NULL
  )`;

const BUSY = '(d.queued_until IS NOT NULL OR d.held_until IS NOT NULL)';
const IS_BUSY = 'greatest(d.queued_until, d.held_until) > :now';

export interface DueRow {
  id: string;
  receiver: string;
}

type Turn = { now: Date; until: Date; healthy: number; failing: number; most: number; turn: number };

const take = new Statement<DueRow, Turn>(
  'webhooks.take-due',
  `${WAITING}, turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(:turn::bigint) AS ours),
   room AS (
     SELECT r.id, CASE WHEN r.failing_since IS NULL THEN :healthy::int ELSE :failing::int END
       - (SELECT count(*)::int FROM webhooks.deliveries d WHERE d.receiver_id = r.id AND ${BUSY} AND ${IS_BUSY}) AS room
     FROM turn, waiting JOIN webhooks.receivers r ON r.id = waiting.receiver_id
     WHERE turn.ours AND r.state = 'on'
   ),
   due AS (
     SELECT d.id FROM room CROSS JOIN LATERAL (
       SELECT d.id FROM webhooks.deliveries d
       WHERE d.receiver_id = room.id AND d.state = 'pending' AND d.due_at <= :now
         AND (d.queued_until IS NULL OR d.queued_until <= :now) AND (d.held_until IS NULL OR d.held_until <= :now)
       ORDER BY d.due_at LIMIT room.room FOR UPDATE SKIP LOCKED
     ) d
     WHERE room.room > 0 LIMIT :most
   )
   UPDATE webhooks.deliveries d SET queued_until = :until FROM due WHERE d.id = due.id
   RETURNING d.id, d.receiver_id AS receiver`,
);

const giveBack = new Statement<never, { ids: string[] }>(
  'webhooks.give-back',
  `UPDATE webhooks.deliveries SET queued_until = NULL WHERE id = ANY(:ids) AND held_until IS NULL`,
);

const setAside = new Statement<{ id: string }, { most: number; now: Date }>(
  'webhooks.set-aside',
  `${WAITING}
   UPDATE webhooks.deliveries d SET state = 'skipped', queued_until = NULL
   WHERE d.id IN (
     SELECT d.id FROM waiting JOIN webhooks.receivers r ON r.id = waiting.receiver_id AND r.state <> 'on'
     JOIN webhooks.deliveries d ON d.receiver_id = r.id
     WHERE d.state = 'pending' AND (d.held_until IS NULL OR d.held_until <= :now)
     LIMIT :most FOR UPDATE OF d SKIP LOCKED
   )
   RETURNING d.id`,
);

const oldest = new Statement<{ seconds: number }, { now: Date }>(
  'webhooks.oldest-due',
  `${WAITING}
   SELECT coalesce(extract(epoch FROM :now::timestamptz - min(first.due_at)), 0)::float8 AS seconds
   FROM waiting JOIN webhooks.receivers r ON r.id = waiting.receiver_id AND r.state = 'on'
   CROSS JOIN LATERAL (
     SELECT d.due_at FROM webhooks.deliveries d
     WHERE d.receiver_id = r.id AND d.state = 'pending' AND d.due_at <= :now ORDER BY d.due_at LIMIT 1
   ) first`,
);

/** Any number that is ours alone: of several workers that look at the same time, one takes. */
const TURN = 7_302_119;

/**
 * Takes what is due, the oldest first and so much for each receiver that none is sent too much at a time: `healthy` at
 * once, or `failing` for one whose last attempt failed. Until then nobody else takes it.
 */
export const takeDue = (executor: Executor, values: Omit<Turn, 'turn'>) =>
  take.run(executor, { ...values, turn: TURN });

/** What was taken and could not be handed on. */
export const giveBackTaken = (executor: Executor, ids: string[]) => giveBack.run(executor, { ids });

/** What waits for receivers that are off; it is sent when somebody asks for it. Gives how many. */
export async function setAsideForOff(executor: Executor, most: number, now: Date): Promise<number> {
  const rows = await setAside.run(executor, { most, now });
  return rows.length;
}

/** How many seconds the oldest delivery has been due; 0 when nothing is. */
export async function ageOfOldestDue(executor: Executor, now: Date): Promise<number> {
  const [row] = await oldest.run(executor, { now });
  return row?.seconds ?? 0;
}
