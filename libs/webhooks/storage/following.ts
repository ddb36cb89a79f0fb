import { type Executor, Statement } from '#platform';
import { TEST_EVENT } from '../model/delivery.js';
import { CursorOfAnotherDatabase, type Place } from '../model/cursor.js';

/** So many events are in one answer at most. */
const MOST = 100;

/**
 * Transactions take their numbers at their beginning and end in any order. What stands before the oldest one that is
 * still open is settled: nothing can appear there any more, so a reader who has passed it has missed nothing.
 */
const SETTLED_BEFORE = 'pg_snapshot_xmin(pg_current_snapshot())';

const present = new Statement<{ settledBefore: string }, Record<string, never>>(
  'webhooks.following-from-now',
  `SELECT ${SETTLED_BEFORE}::text AS "settledBefore"`,
);

export interface FollowedRow extends Place {
  id: string;
  body: string;
}

type Row = { settledBefore: string; ahead: boolean } & ({ id: null } | (FollowedRow & { settled: boolean }));

const following = new Statement<
  Row,
  { tenant: string; recorded: string; position: string; test: string; most: number }
>(
  'webhooks.following',
  `SELECT ${SETTLED_BEFORE}::text AS "settledBefore",
     :recorded::xid8 > pg_snapshot_xmax(pg_current_snapshot()) AS ahead, next.*
   FROM (SELECT) AS always LEFT JOIN LATERAL (
     SELECT e.id, e.body, e.recorded_by::text AS "recordedBy", e.position::text AS position,
       e.recorded_by < ${SETTLED_BEFORE} AS settled
     FROM webhooks.events e
     WHERE e.tenant_id = :tenant AND (e.recorded_by, e.position) > (:recorded::xid8, :position::bigint)
       AND e.type <> :test
     ORDER BY e.recorded_by, e.position LIMIT :most
   ) next ON true`,
);

export interface FollowedPage {
  events: FollowedRow[];
  next: Place;
  /** More is recorded already, and may be read as soon as it is settled. */
  pending: boolean;
}

/** Where nothing lies ahead but what is still to come. */
export async function presentPlace(executor: Executor): Promise<Place> {
  const [row] = await present.run(executor, {});
  return { recordedBy: row!.settledBefore, position: '0' };
}

/**
 * A tenant's events after a place, in an order that is the same for every reader.
 * @throws CursorOfAnotherDatabase
 */
export async function eventsAfter(executor: Executor, tenant: string, place: Place): Promise<FollowedPage> {
  const { recordedBy: recorded, position } = place;
  const rows = await following.run(executor, { tenant, recorded, position, test: TEST_EVENT, most: MOST });
  const { settledBefore, ahead } = rows[0]!;
  if (ahead) throw new CursorOfAnotherDatabase();
  const found = rows.filter(row => row.id !== null);
  const events = found.filter(({ settled }) => settled);
  return { events, next: events.at(-1) ?? later(place, settledBefore), pending: events.length < found.length };
}

/** With nothing between, the place moves on to the present. */
const later = (place: Place, settledBefore: string): Place =>
  BigInt(settledBefore) > BigInt(place.recordedBy) ? { recordedBy: settledBefore, position: '0' } : place;
