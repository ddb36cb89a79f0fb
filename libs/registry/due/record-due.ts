import type { BusinessTime } from '#platform/process/clock';
import { jsonObjectOfPlainTexts, jsonTime, Statement } from '#platform/database';
import type { EventKind } from '#platform/contract';
import { contextOf, recordEvents } from '#platform/events/sql';
import { HOLD_DAYS, REMINDER_DAYS } from '#domains/model';
import { DomainExpired, DomainExpiring, DomainReleased, type DomainTerm } from '#domains/events';

/** An interval in hours, because a day has 23 to 25 hours in the time zone of a session. */
const days = (count: number) => `interval '${24 * count} hours'`;

/** The events at the end of each term. */
const EVENTS: { kind: EventKind<DomainTerm>; status: string; shift: string }[] = [
  { kind: DomainExpiring, status: 'registered', shift: days(-REMINDER_DAYS) },
  { kind: DomainExpired, status: 'expired', shift: days(0) },
  { kind: DomainReleased, status: 'released', shift: days(HOLD_DAYS) },
];

/** Events of a kind after a cursor (`:after`, `:after_domain`), in order of time and domain. */
const eventsOfKind = (shift: string, columns: string, condition: string) =>
  `SELECT ${columns} FROM domains.registrations
   WHERE tenant_id = :tenant AND ${condition}
     AND (expires_at, domain COLLATE "C") > (coalesce(:after::timestamptz, '-infinity') - ${shift}, coalesce(:after_domain, ''))
   ORDER BY expires_at, domain COLLATE "C"`;

/**
 * SELECT of the first `:limit` events of a tenant after a cursor, in order of time and domain. Events of one registration
 * differ in time, so that the cursor is unambiguous. The rows are narrow, because all kinds are sorted together, in memory
 * if they fit. `kind` is an index of `EVENTS`.
 * @param condition on the column expires_at, for each event
 */
const eventsAfterCursor = (condition: (shift: string) => string) => {
  const ofKind = EVENTS.map(
    ({ shift }, kind) =>
      `(${eventsOfKind(shift, `domain, tld, order_id, registered_at, expires_at, expires_at + ${shift} AS at, ${kind} AS kind`, condition(shift))} LIMIT :limit)`,
  );
  return `SELECT * FROM (${ofKind.join(' UNION ALL ')}) e ORDER BY at, domain COLLATE "C" LIMIT :limit`;
};

/** The latest time that the first `:limit` events can have. Kinds without an event until then need not be read. */
const latestTime = (condition: (shift: string) => string) => {
  const ofKind = EVENTS.map(
    ({ shift }) =>
      `(${eventsOfKind(shift, `expires_at + ${shift} AS at`, condition(shift))} OFFSET :limit - 1 LIMIT 1)`,
  );
  return `SELECT coalesce(min(at), :until::timestamptz) AS at FROM (${ofKind.join(' UNION ALL ')}) e`;
};

const isDue = (until: string) => (shift: string) => `expires_at <= ${until} - ${shift}`;

/** The value of each kind of event, over rows with the column kind. */
const byKind = (value: (event: (typeof EVENTS)[number]) => string) =>
  `CASE kind ${EVENTS.map((event, kind) => `WHEN ${kind} THEN '${value(event)}'`).join(' ')} END`;

/** Hexadecimal digits of the number of an event in its batch. One ID for all is faster than one for each. */
const NUMBER_DIGITS = 4;

/** Cursor in the expiry events of a tenant. */
type Cursor = { tenant: string; after: BusinessTime | null; after_domain: string | null };

type Batch = Cursor & {
  slug: string;
  until: BusinessTime;
  /** A new ID, whose last digits are replaced by the number of each event. */
  id: string;
  limit: number;
  /** Number of events to return, in addition to the last one. */
  listed: number;
  request_id: string | null;
  real: Date;
};

export interface DueEvent {
  id: string;
  at: BusinessTime;
  type: string;
  domain: string;
}

/** An event, and the number of all events of its batch. */
export type RecordedEvent = DueEvent & { count: number };

/** Records the next due events of a tenant and removes released registrations. The caller has locked the clock. */
export const recordDue = new Statement<RecordedEvent, Batch>(
  'expiry.record-due',
  `WITH latest AS MATERIALIZED (${latestTime(isDue(':until::timestamptz'))}),
   due AS MATERIALIZED (
     SELECT n.*, ${byKind(({ kind }) => kind.type)} AS type, left(:id::text, -${NUMBER_DIGITS}) || lpad(to_hex(number), ${NUMBER_DIGITS}, '0') AS id
     FROM (SELECT e.*, row_number() OVER (ORDER BY at, domain COLLATE "C") AS number FROM (${eventsAfterCursor(isDue('(SELECT at FROM latest)'))}) e) n
   ),
   released AS (
     DELETE FROM domains.registrations r USING due
     WHERE ${byKind(({ status }) => status)} = 'released' AND r.tenant_id = :tenant AND r.domain = due.domain
   ),
   recorded AS (${recordEvents('(SELECT * FROM due ORDER BY number) due', {
     id: 'id',
     kind: { type: 'type', of: EVENTS.map(({ kind }) => kind) },
     tenantId: ':tenant::text',
     key: `coalesce(order_id, domain)`,
     occurredAt: 'at',
     recordedAt: ':real::timestamptz',
     // Evaluated once, because it depends on no row.
     context: `(SELECT ${contextOf(':request_id::text')})`,
     orderBy: 'number',
     data: jsonObjectOfPlainTexts<DomainTerm>({
       order_id: 'order_id',
       domain: 'domain',
       tld: 'tld',
       status: byKind(({ status }) => status),
       registered_at: jsonTime('registered_at'),
       expires_at: jsonTime('expires_at'),
       tenant: ':slug::text',
     }),
   })})
   SELECT id, at, type, domain, count FROM due, (SELECT count(*)::integer FROM due) c
   WHERE number <= :listed OR number = count ORDER BY number`,
);

/** The time of the next event after the cursor; no row if nothing is registered. */
export const nextDue = new Statement<{ at: BusinessTime }, Cursor & { limit: 1 }>(
  'expiry.next-due',
  eventsAfterCursor(() => 'true'),
);
