import { type Executor, Statement } from '#platform/database';
import { WebhookTest } from '../events/webhook-test.js';
import type { Place } from '../model/cursor.js';

/** Maximum number of events in one page. */
const MAX_EVENTS = 100;

/** Maximum number of reads in one query. Together with MAX_EVENTS it bounds the result to about 2 MB. */
export const MAX_READS = 32;

/**
 * The ID of the oldest open transaction. Transactions end in any order, so an event of a later transaction can become
 * visible first. A reader that only reads up to this ID misses nothing, because all earlier transactions have ended.
 */
const SETTLED_BEFORE = 'pg_snapshot_xmin(pg_current_snapshot())';

const present = new Statement<{ settledBefore: string }, Record<string, never>>(
  'webhooks.following-from-now',
  `SELECT ${SETTLED_BEFORE}::text AS "settledBefore"`,
);

/** The place after all events that can be read now. */
export async function presentPlace(executor: Executor): Promise<Place> {
  const [row] = await present.run(executor, {});
  return { recordedBy: row!.settledBefore, position: '0' };
}

export interface FollowedRow extends Place {
  id: string;
  body: string;
}

/** One row for each event of a read, or one row without an event. */
type Row = { number: number; settledBefore: string; isAhead: boolean } & (
  { id: null } | (FollowedRow & { isSettled: boolean })
);

type Values = { tenants: string[]; recorded: string[]; positions: string[] };

/** The limit and the type are constants: with parameters, the plan would read and sort all events of a tenant. */
const following = new Statement<Row, Values>(
  'webhooks.following',
  `SELECT read.number::integer, ${SETTLED_BEFORE}::text AS "settledBefore",
     read.recorded_by > pg_snapshot_xmax(pg_current_snapshot()) AS "isAhead",
     event.id, event.body, event.recorded_by::text AS "recordedBy", event.position::text AS position,
     event.recorded_by < ${SETTLED_BEFORE} AS "isSettled"
   FROM unnest(:tenants::text[], :recorded::xid8[], :positions::bigint[])
     WITH ORDINALITY AS read (tenant_id, recorded_by, position, number)
   LEFT JOIN LATERAL (
     SELECT e.id, e.body, e.recorded_by, e.position
     FROM webhooks.events e
     WHERE e.tenant_id = read.tenant_id AND (e.recorded_by, e.position) > (read.recorded_by, read.position)
       AND e.type <> '${WebhookTest.type}'
     ORDER BY e.recorded_by, e.position LIMIT ${MAX_EVENTS}
   ) event ON true
   ORDER BY read.number, event.recorded_by, event.position`,
);

export interface EventsRead {
  tenantId: string;
  place: Place;
}

export interface FollowedPage {
  events: FollowedRow[];
  next: Place;
  /** More events are stored and become readable when earlier transactions end. */
  isPending: boolean;
}

/**
 * Runs several reads in one query. Each returns the events of its tenant after its place, in the same order for every
 * reader, or undefined if the place is ahead of this database.
 */
export async function readEvents(executor: Executor, reads: EventsRead[]): Promise<(FollowedPage | undefined)[]> {
  const rows = await following.run(executor, {
    tenants: reads.map(({ tenantId }) => tenantId),
    recorded: reads.map(({ place }) => place.recordedBy),
    positions: reads.map(({ place }) => place.position),
  });
  return reads.map(({ place }, index) =>
    pageOf(
      place,
      rows.filter(({ number }) => number === index + 1),
    ),
  );
}

function pageOf(place: Place, rows: Row[]): FollowedPage | undefined {
  const { settledBefore, isAhead } = rows[0]!;
  if (isAhead) return undefined;
  const stored = rows.filter(row => row.id !== null);
  const events = stored.filter(({ isSettled }) => isSettled);
  const next = events.at(-1) ?? later(place, settledBefore);
  return { events, next, isPending: events.length < stored.length };
}

/** The place after an empty read: the present one, so that all waiting readers of a tenant converge to one place. */
const later = (place: Place, settledBefore: string): Place =>
  BigInt(settledBefore) > BigInt(place.recordedBy) ? { recordedBy: settledBefore, position: '0' } : place;
