import { jsonTime } from '../database/json.js';
import { EventKind } from './event-kind.js';

/** SQL expressions for an event, evaluated for each row of `from`. */
interface EventSources<Data extends object> {
  id: string;
  /** Kind of all events, or the SQL expression for the type of each row. */
  kind: EventKind<Data> | { type: string };
  tenantId: string;
  /** ID of the subject of the event, for example an order. */
  key: string;
  /** Business time of the event. */
  occurredAt: string;
  /** Real time of the event. */
  recordedAt: string;
  /** Context of the event, an expression of `contextOf`. */
  context: string;
  /** The public data, an expression of `jsonObject`. */
  data: string;
  /** The order in which the events are recorded. */
  orderBy: string;
  /** Default: the sandbox. */
  environment?: 'live';
}

export const CURRENT_EPOCH = '(SELECT max(epoch) FROM platform.epochs)';

/** INSERT that records one event per row of `from`. Use it in the statement that makes the reported change. */
export function recordEvents<Data extends object>(from: string, event: EventSources<Data>): string {
  const { kind } = event;
  const type = kind instanceof EventKind ? `'${kind.type}'` : kind.type;
  // Concatenation is faster than a JSON object around another one.
  const live = event.environment && `"environment":"${event.environment}",`;
  const body = `'{${live ?? ''}"type":"' || ${type} || '","timestamp":"' || ${jsonTime(event.occurredAt)} || '","data":' || ${event.data} || '}'`;
  const context = live ? `${event.context} || '{${live.slice(0, -1)}}'` : event.context;
  return `INSERT INTO platform.events (epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
   SELECT ${CURRENT_EPOCH}, ${event.id}, ${type}, ${event.tenantId}, ${event.key}, ${event.occurredAt},
     ${event.recordedAt}, ${context}, ${body}
   FROM ${from} ORDER BY ${event.orderBy}`;
}

/** Hexadecimal digits that number the events of a statement. One generated ID per statement is faster than one per event. */
const NUMBER_DIGITS = 4;

/** ID of an event: the generated ID of its statement, with the event's number (below 65,536) as the last digits. */
export const eventIdOf = (id: string, number: string) =>
  `left(${id}, -${NUMBER_DIGITS}) || lpad(to_hex(${number}), ${NUMBER_DIGITS}, '0')`;

interface ContextSources {
  /** Delivery instructions; NULL for normal deliveries. */
  delivery?: string;
  /** `traceparent` of the request (W3C Trace Context); NULL without a trace. */
  traceparent?: string;
}

/** Context of an event that a request caused; NULL stands for no request. */
export const contextOf = (
  requestId: string,
  { delivery = 'NULL::jsonb', traceparent = 'NULL::text' }: ContextSources = {},
) =>
  `jsonb_strip_nulls(jsonb_build_object('request_id', ${requestId}, 'delivery', ${delivery}, 'traceparent', ${traceparent}))`;

/** The environment of an event: that of its context, `live` or by default `sandbox`. */
export const environmentOf = (alias: string) => `coalesce(${alias}.context ->> 'environment', 'sandbox')`;

/**
 * Log position of an exported event, except its number among the events of the tenant. It sorts before all events that
 * the target has recorded, so that the consumers of the target skip it.
 */
export const EXPORTED_LOG_POSITION = { epoch: '0', transaction_id: `'0'::xid8` };

/** The position of an event in the log. */
export type LogPosition = {
  epoch: number;
  /** Decimal digits, as in `position`: 64-bit numbers exceed JavaScript's safe integers. */
  transaction: string;
  position: string;
};

/** Columns of a log position, for ORDER BY and comparisons. */
export const logOrder = (alias: string) => `${alias}.epoch, ${alias}.transaction_id, ${alias}.position`;

/** Columns of a log position, with the names of `LogPosition`. */
export const selectLogPosition = (alias: string) =>
  `${alias}.epoch, ${alias}.transaction_id::text AS "transaction", ${alias}.position::text AS position`;

/**
 * Whether all transactions up to that of the event have ended. Transactions end in any order, so an event of a later
 * one can become visible first. A reader that reads only settled events, in the order of the log, misses none.
 */
export const isSettled = (alias: string) =>
  `(${alias}.epoch, ${alias}.transaction_id) < (${CURRENT_EPOCH}, pg_snapshot_xmin(pg_current_snapshot()))`;

/** The log position after all events that are settled now, with the names of `LogPosition`. */
export const PRESENT_LOG_POSITION = `${CURRENT_EPOCH} AS epoch, pg_snapshot_xmin(pg_current_snapshot())::text AS "transaction",
  '0' AS position`;

/** Whether a log position is beyond every transaction of this database. */
export const isAhead = (alias: string) =>
  `(${alias}.epoch, ${alias}.transaction_id) > (${CURRENT_EPOCH}, pg_snapshot_xmax(pg_current_snapshot()))`;
