import { type Executor, Statement } from '#platform/database';
import { RESENT_EVENT } from '../events/resent-event.js';
import { WebhookTest } from '../events/webhook-test.js';
import {
  environmentOf,
  isAhead,
  isSettled,
  type LogPosition,
  logOrder,
  PRESENT_LOG_POSITION,
  selectLogPosition,
} from '#platform/events/sql';

/** Maximum number of events in one page. */
const MAX_EVENTS = 100;

/** Maximum number of reads in one query. Together with MAX_EVENTS it bounds the result to about 2 MB. */
export const MAX_READS = 32;

interface FollowedRow extends LogPosition {
  id: string;
  body: string;
}

/** One row for each event of a read, or one row without an event. `present` is the present log position. */
type Row = { number: number; present: LogPosition; isAhead: boolean } & (
  | { id: null }
  | (FollowedRow & { isSettled: boolean })
);

type Values = Record<'tenants' | 'epochs' | 'transactions' | 'positions', unknown[]>;

/** The limit and the types are constants; with parameters, the plan would read and sort all events of a tenant. */
const following = new Statement<Row, Values>(
  'webhooks.following',
  `SELECT read.number::integer, (SELECT row_to_json(p) FROM (SELECT ${PRESENT_LOG_POSITION}) p) AS present,
     ${isAhead('read')} AS "isAhead", event.*
   FROM unnest(:tenants::text[], :epochs::int[], :transactions::xid8[], :positions::bigint[])
     WITH ORDINALITY AS read (tenant_id, epoch, transaction_id, position, number)
   LEFT JOIN LATERAL (
     SELECT CASE e.type WHEN '${RESENT_EVENT}' THEN e.key ELSE e.id END AS id, e.body, ${selectLogPosition('e')}, ${isSettled('e')} AS "isSettled"
     FROM platform.events e
     WHERE e.tenant_id = read.tenant_id AND (${logOrder('e')}) > (${logOrder('read')}) AND e.type <> '${WebhookTest.type}'
       AND ${environmentOf('e')} = 'sandbox'
     ORDER BY ${logOrder('e')} LIMIT ${MAX_EVENTS}
   ) event ON true
   ORDER BY read.number, event.epoch, event."transaction"::xid8, event.position::bigint`,
);

export interface EventsRead {
  tenantId: string;
  /** Undefined to read only the present log position. */
  after?: LogPosition;
}

export interface FollowedPage {
  events: FollowedRow[];
  next: LogPosition;
  /** More events are stored and become readable when earlier transactions end. */
  isPending: boolean;
}

/**
 * Runs several reads in one query. Each returns the events of its tenant after its log position, in the same order for
 * every reader, or undefined if the position is ahead of this database.
 */
export async function readEvents(executor: Executor, reads: EventsRead[]): Promise<(FollowedPage | undefined)[]> {
  const rows = await following.run(executor, {
    tenants: reads.map(({ tenantId }) => tenantId),
    epochs: reads.map(({ after }) => after?.epoch),
    transactions: reads.map(({ after }) => after?.transaction),
    positions: reads.map(({ after }) => after?.position),
  });
  return reads.map(({ after }, index) =>
    pageOf(
      after,
      rows.filter(({ number }) => number === index + 1),
    ),
  );
}

function pageOf(after: LogPosition | undefined, rows: Row[]): FollowedPage | undefined {
  const [{ present: now, isAhead: isUnknown }] = rows as [Row];
  if (isUnknown) return undefined;
  const stored = rows.filter(row => row.id !== null);
  const events = stored.filter(({ isSettled: isReadable }) => isReadable);
  const next = events.at(-1) ?? later(after, now);
  return { events, next, isPending: events.length < stored.length };
}

/** The position after an empty read: the present one if it is later, so that all waiting readers of a tenant converge on it. */
const later = (after: LogPosition | undefined, now: LogPosition): LogPosition =>
  !after || now.epoch > after.epoch || BigInt(now.transaction) > BigInt(after.transaction) ? now : after;
