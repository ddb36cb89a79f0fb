import type { BusinessTime } from '#platform/process/clock';
import { jsonObject, jsonObjectOfPlainTexts, jsonTime, Statement } from '#platform/database';
import type { EventKind } from '#platform/contract';
import { contextOf, eventIdOf, recordEvents } from '#platform/events/sql';
import { applyDecisions, decisionEvents, payAutomatically } from '#checkout/sql';
import {
  DomainExpired,
  DomainExpiring,
  DomainReleased,
  DomainRenewalFailed,
  DomainRenewed,
  DomainSuspended,
  type DomainTerm,
  type UnrenewedDomain,
} from '#domains/events';
import { HOLD_DAYS, REMINDER_DAYS } from '#domains/model';
import { addYears, amountOf, changeRegistrations, domainRenewed } from '#domains/sql';
import { insertRenewals } from '#orders/sql';

/** An interval in hours, because a day has 23 to 25 hours in the time zone of a session. */
const days = (count: number) => `interval '${24 * count} hours'`;

interface DueKind {
  table: string;
  /** The time of the event is `column` plus the interval `shift`. */
  column: string;
  shift: string;
  /** SQL condition of the rows that have such an event. */
  condition: string;
  /** Type and status of an event with `DomainTerm` as data; undefined for decisions, which record other events. */
  term?: { kind: EventKind<DomainTerm>; status: string };
}

/** The rows after a cursor (`:after`, `:after_domain`). */
const afterCursor = (shift: string) =>
  `(expires_at, domain COLLATE "C") > (coalesce(:after::timestamptz, '-infinity') - ${shift}, coalesce(:after_domain, ''))`;

/** The expiry at the time of an event: that of an earlier automatic renewal in the same batch, otherwise that of the row. */
const EXPIRES_AT = 'coalesce(renewal.expires_at, due.expires_at)';

const atEndOfTerm = (kind: EventKind<DomainTerm>, status: string, shift: string): DueKind => ({
  table: 'domains.registrations',
  column: 'expires_at',
  shift,
  condition: afterCursor(shift),
  term: { kind, status: `'${status}'` },
});

/**
 * Kinds of due events, in the order in which they happen to a domain at the same time. The ends of terms come first, because
 * the cursor then moves past the domain. The other kinds stay due until their row changes.
 */
const KINDS: readonly DueKind[] = [
  atEndOfTerm(DomainExpiring, 'registered', days(-REMINDER_DAYS)),
  atEndOfTerm(DomainExpired, 'expired', days(0)),
  atEndOfTerm(DomainReleased, 'released', days(HOLD_DAYS)),
  {
    table: 'domains.registrations',
    column: 'verification_due_at',
    shift: days(0),
    // Not after the release, which the same batch can contain.
    condition: `verification_due_at IS NOT NULL AND NOT suspended AND verification_due_at < expires_at + ${days(HOLD_DAYS)}`,
    term: {
      kind: DomainSuspended,
      status: `CASE WHEN ${EXPIRES_AT} <= due.at THEN 'expired' ELSE 'registered' END`,
    },
  },
  { table: 'orders.undecided', column: 'due_at', shift: days(0), condition: 'due_at IS NOT NULL' },
];

const [, EXPIRED, RELEASED, SUSPENDED, DECISION] = KINDS.keys();

/** Rows of a kind, in order of time and domain. */
const rowsOfKind = ({ table, column, condition }: DueKind, columns: string, until: string) =>
  `SELECT ${columns} FROM ${table} WHERE tenant_id = :tenant AND ${condition} AND ${until} ORDER BY ${column}, domain COLLATE "C"`;

const timeOf = ({ column, shift }: DueKind) => `${column} + ${shift}`;

const isUntil = (kind: DueKind, until: string) => `${kind.column} <= ${until} - ${kind.shift}`;

/**
 * SELECT of the first `:limit` due rows of a tenant, in order of time and domain. The rows have few columns, so that the sort of
 * all kinds fits in memory. `kind` is an index of `KINDS`.
 */
function firstDue(until: (kind: DueKind) => string): string {
  const ofKind = KINDS.map((kind, index) => {
    const [term, outcome] = kind.term
      ? ['tld, order_id, registered_at, expires_at', 'NULL::text']
      : ['NULL AS tld, order_id, NULL::timestamptz AS registered_at, NULL::timestamptz AS expires_at', 'outcome'];
    const columns = `domain, ${term}, ${timeOf(kind)} AS at, ${index} AS kind, ${outcome} AS outcome`;
    return `(${rowsOfKind(kind, columns, until(kind))} LIMIT :limit)`;
  });
  return `SELECT * FROM (${ofKind.join(' UNION ALL ')}) due_row ORDER BY at, domain COLLATE "C", kind LIMIT :limit`;
}

/** SELECT of an upper bound of the times of the first `:limit` due rows, so that `firstDue` reads fewer rows. */
function latestTime(): string {
  const ofKind = KINDS.map(
    kind =>
      `(${rowsOfKind(kind, `${timeOf(kind)} AS at`, isUntil(kind, ':until::timestamptz'))} OFFSET :limit - 1 LIMIT 1)`,
  );
  return `SELECT coalesce(min(at), :until::timestamptz) AS at FROM (${ofKind.join(' UNION ALL ')}) last_row`;
}

/** CASE expression over `due.kind` with a value for each kind that has a `term`. */
const byKind = (value: (term: NonNullable<DueKind['term']>) => string) =>
  `CASE due.kind ${KINDS.map(({ term }, index) => (term ? `WHEN ${index} THEN ${value(term)}` : '')).join(' ')} END`;

const termData = (status: string) =>
  jsonObjectOfPlainTexts<DomainTerm>({
    order_id: 'due.order_id',
    domain: 'due.domain',
    tld: 'due.tld',
    status,
    registered_at: jsonTime('due.registered_at'),
    expires_at: jsonTime(EXPIRES_AT),
    tenant: ':slug::text',
  });

const declinedData = jsonObject<UnrenewedDomain>({
  order_id: 'order_id',
  domain: 'domain',
  tld: 'tld',
  status: `'expired'`,
  registered_at: jsonTime('registered_at'),
  expires_at: jsonTime('expires_at'),
  tenant: ':slug::text',
  reason: `'payment_declined'`,
  amount: amountOf('automatic'),
});

const renewed = domainRenewed({
  order: 'renewed_order',
  tenantSlug: ':slug::text',
  previousExpiry: 'automatic.expires_at',
});

/** Position of a tenant's clock: all expiry events up to this time and domain are recorded or skipped. */
export type Cursor = { tenant: string; after: BusinessTime | null; after_domain: string | null };

/** An automatic renewal that is due. */
export interface AutomaticRenewal {
  domain: string;
  id: string;
  currency: string;
  total: number;
  method: string;
}

type Batch = Cursor & {
  slug: string;
  until: BusinessTime;
  /** JSON of `AutomaticRenewal[]`: all that are due until `until`. */
  renewals: string;
  /** A new ID. Each event gets this ID with its position in the batch as the last digits. */
  id: string;
  limit: number;
  /** Number of events to return, in addition to the last one. */
  listed: number;
  request_id: string | null;
  recorded_at: Date;
};

export interface DueEvent {
  id: string;
  at: BusinessTime;
  type: string;
  domain: string;
}

/** An event, the number of all events of its batch, and whether no more events are due until the time of the batch. */
export type RecordedEvent = DueEvent & { count: number; isComplete: boolean };

/**
 * Records the next due events of a tenant, and applies their changes. The caller has locked the clock, and has chosen
 * `until` so early that no change of the batch makes another event due before `until`.
 */
export const recordDue = new Statement<RecordedEvent, Batch>(
  'registry.record-due',
  `WITH latest AS MATERIALIZED (${latestTime()}),
   due AS MATERIALIZED (
     SELECT first_due.*, row_number() OVER (ORDER BY at, domain COLLATE "C", kind) AS number
     FROM (${firstDue(kind => isUntil(kind, '(SELECT at FROM latest)'))}) first_due
   ),
   decision AS (
     SELECT number, :tenant::text AS tenant_id, order_id AS id, greatest(at, :after) AS at, outcome, NULL::text AS reason,
       false AS is_repeated
     FROM due WHERE kind = ${DECISION}
   ),
   ${applyDecisions('decision')},
   automatic AS (
     SELECT due.number, due.at, due.domain, due.tld, due.order_id, due.registered_at, due.expires_at, renewal.id, renewal.currency,
       renewal.total, renewal.method
     FROM due JOIN json_to_recordset(:renewals::json)
       AS renewal (domain text, id text, currency text, total integer, method text) USING (domain)
     WHERE due.kind = ${EXPIRED}
   ),
   renewed_order AS (${insertRenewals('automatic', { expiresAt: addYears('expires_at', '1'), where: `method = 'test'` })}),
   payment AS (${payAutomatically('renewed_order')}),
   changed AS (${changeRegistrations(`(
     SELECT due.domain, max(renewed_order.expires_at) AS expires_at, bool_or(due.kind = ${SUSPENDED}) AS suspended
     FROM due LEFT JOIN renewed_order ON renewed_order.domain = due.domain AND due.kind = ${EXPIRED}
     WHERE (due.kind = ${SUSPENDED} OR renewed_order.id IS NOT NULL)
       AND NOT EXISTS (SELECT FROM due released WHERE released.domain = due.domain AND released.kind = ${RELEASED})
     GROUP BY due.domain
   )`)}),
   released AS (
     DELETE FROM domains.registrations USING due WHERE due.kind = ${RELEASED} AND registrations.tenant_id = :tenant AND registrations.domain = due.domain
   ),
   due_event AS (
     SELECT number, 2 AS sequence, at, due.domain, coalesce(order_id, due.domain) AS key, NULL::jsonb AS delivery,
       ${byKind(({ kind }) => `'${kind.type}'`)} AS type, ${termData(byKind(({ status }) => status))} AS data
     FROM due LEFT JOIN (SELECT domain, paid_at, expires_at FROM renewed_order) renewal
       ON due.kind = ${SUSPENDED} AND renewal.domain = due.domain AND renewal.paid_at <= due.at
     WHERE kind <> ${DECISION}
       AND NOT (kind = ${EXPIRED} AND due.domain IN (SELECT domain FROM automatic WHERE method = 'test'))
     UNION ALL ${decisionEvents(':slug::text')}
     UNION ALL
     SELECT automatic.number, 0, automatic.at, automatic.domain, renewed_order.id, NULL, '${DomainRenewed.type}', ${renewed.data}::text
     FROM automatic JOIN renewed_order USING (id)
     UNION ALL
     SELECT number, 0, at, domain, coalesce(order_id, domain), NULL, '${DomainRenewalFailed.type}', ${declinedData}::text
     FROM automatic WHERE method <> 'test'
   ),
   event AS MATERIALIZED (
     SELECT numbered.*, ${eventIdOf(':id::text', 'position')} AS id
     FROM (SELECT *, row_number() OVER (ORDER BY number, sequence) AS position FROM due_event) numbered
   ),
   recorded AS (${recordEvents('event', {
     id: 'id',
     kind: { type: 'type' },
     tenantId: ':tenant::text',
     key: `key`,
     occurredAt: 'at',
     recordedAt: ':recorded_at::timestamptz',
     // The subquery depends on no row, so PostgreSQL evaluates it once for all events without `delivery`.
     context: `CASE WHEN delivery IS NULL THEN (SELECT ${contextOf(':request_id::text')})
       ELSE ${contextOf(':request_id::text', { delivery: 'delivery' })} END`,
     orderBy: 'position',
     data: 'data',
   })})
   SELECT id, at, type, domain, count, (SELECT count(*) < :limit FROM due) AS "isComplete"
   FROM event, (SELECT count(*)::integer FROM event) total
   WHERE position <= :listed OR position = count ORDER BY position`,
);

/** The time of the next event after the cursor; no row if there is none. */
export const nextDue = new Statement<{ at: BusinessTime }, Cursor & { limit: 1 }>(
  'registry.next-due',
  firstDue(() => 'true'),
);

/** An event or a decision that falls due later. */
export interface ComingEvent {
  at: string;
  /** Type of the event; null for a decision of the registry. */
  type: string | null;
  /** Outcome of the decision; null for an event. */
  outcome: string | null;
  domain: string;
  order_id: string | null;
}

/**
 * The next events. For `auto_renew`, shows the renewal or its failure instead of the expiry; a successful renewal also hides the
 * release.
 */
export const comingEvents = new Statement<ComingEvent, Cursor & { limit: number }>(
  'registry.coming-events',
  `SELECT ${jsonTime('due.at')} AS at, due.outcome, due.domain, due.order_id,
     CASE WHEN due.kind = ${EXPIRED} AND registration.auto_renew
       THEN CASE registration.payment_method WHEN 'test' THEN '${DomainRenewed.type}' ELSE '${DomainRenewalFailed.type}' END
       ELSE ${byKind(({ kind }) => `'${kind.type}'`)} END AS type
   FROM (${firstDue(() => 'true')}) due
   LEFT JOIN domains.registrations registration ON registration.tenant_id = :tenant AND registration.domain = due.domain
   WHERE NOT (due.kind = ${RELEASED} AND registration.auto_renew AND registration.payment_method = 'test'
     AND registration.expires_at > coalesce(:after::timestamptz, '-infinity'))
   ORDER BY due.at, due.domain COLLATE "C", due.kind`,
);

/** The time of the first decision that is due. */
export const firstDecision = new Statement<{ at: BusinessTime }, { tenant: string; until: BusinessTime }>(
  'registry.first-decision',
  `SELECT due_at AS at FROM orders.undecided WHERE tenant_id = :tenant AND due_at <= :until
   ORDER BY due_at LIMIT 1`,
);

/** The first `:limit` registrations that are due for an automatic renewal. */
export const dueForRenewal = new Statement<
  { domain: string; expiresAt: BusinessTime; method: string },
  Cursor & { until: BusinessTime; limit: number }
>(
  'registry.due-for-renewal',
  `SELECT domain, expires_at AS "expiresAt", payment_method AS method FROM domains.registrations
   WHERE tenant_id = :tenant AND auto_renew AND expires_at <= :until AND ${afterCursor(days(0))}
   ORDER BY expires_at, domain COLLATE "C" LIMIT :limit`,
);
