import type { OperationName } from '#identity/access';
import type { PurchaseStep, StepRequest } from '../contract.js';
import type { LogRow } from '../storage/log-query.js';

interface Definition {
  /** End of the route. Storefronts have routes of their own. */
  route: RegExp;
  /** The last operation of a request to a facade: one request orders and pays. */
  operation: OperationName;
  kind: PurchaseStep['kind'];
  title: string;
}

/** Logged requests that are steps of a purchase. */
const STEPS: Definition[] = [
  { route: /\/domains\/search$/, operation: 'search', kind: 'search', title: 'Search' },
  { route: /\/domains\/order$|^\/order$/, operation: 'order', kind: 'order', title: 'Order' },
  { route: /\/domains\/renew$|^\/renew$/, operation: 'renew', kind: 'order', title: 'Order of the renewal' },
  { route: /\/domains\/transfer$/, operation: 'transfer', kind: 'order', title: 'Order of the transfer' },
  { route: /\/domains\/checkout$|^\/orders\/:id$/, operation: 'checkout', kind: 'payment', title: 'Payment' },
  { route: /\/orders\/:order_id\/cancel$/, operation: 'cancel', kind: 'cancellation', title: 'Cancellation' },
];

function definitionOf({ facade, operation, method, route }: LogRow): Definition | undefined {
  if (facade) return STEPS.find(step => step.operation === operation);
  return method === 'POST' ? STEPS.find(step => step.route.test(route)) : undefined;
}

const NO_LINKS = {
  business_at: null,
  duration_ms: null,
  fault: null,
  event_id: null,
  delivery_id: null,
  order_id: null,
};

/** The step of a request; undefined if the request is not a step of a purchase. */
export function stepOfRequest(row: LogRow, requestOf: (row: LogRow) => StepRequest): PurchaseStep | undefined {
  const step = definitionOf(row);
  return (
    step && {
      ...NO_LINKS,
      kind: step.kind,
      title: step.title,
      outcome: row.status < 400 ? 'ok' : 'failed',
      // The log has the time of the response, which comes after the events of the request.
      at: new Date(row.at.getTime() - row.durationMs).toISOString(),
      detail: row.code,
      duration_ms: Math.round(row.durationMs * 100) / 100,
      fault: row.faulted === null ? null : { kind: row.faultKind ?? null, source: row.faulted },
      request: requestOf(row),
    }
  );
}

/** Kinds of faults whose responses do not arrive, or not completely. */
const CUTTING = /^(?:truncate|hang|reset)\b/;

export const isResponseLost = ({ code, faultKind }: Pick<LogRow, 'code' | 'faultKind'>): boolean =>
  code === 'ANSWER_LOST' || CUTTING.test(faultKind ?? '');

/** A step without a request in the log. */
export const stepWithoutRequest = (
  step: Pick<PurchaseStep, 'kind' | 'title' | 'at'> & Partial<PurchaseStep>,
): PurchaseStep => ({ ...NO_LINKS, outcome: 'ok', detail: null, request: null, ...step });

/** Moves a step that is later than `at` to `at`. */
export const notLaterThan = (at: string, step: PurchaseStep): PurchaseStep => (step.at > at ? { ...step, at } : step);

/**
 * Moves a step that is earlier than `at` to `at`. The clock of IDs is never set back, so IDs can be ahead of the times of
 * requests.
 */
export const notEarlierThan = (at: string | undefined, step: PurchaseStep): PurchaseStep =>
  at !== undefined && step.at < at ? { ...step, at } : step;

/** Range of plausible times in IDs. An ID that does not contain a time can come from a snapshot. */
const EARLIEST_MS = Date.parse('2020-01-01T00:00:00Z');
const LATEST_MS = Date.parse('2200-01-01T00:00:00Z');

/** The real time at which an ID was made. The objects themselves have the time of the tenant's clock. */
export function realTimeOf(id: string): string | undefined {
  const digits = id.slice(id.indexOf('_') + 1);
  const ms = /^[\da-f]{32}$/.test(digits) ? Number.parseInt(digits.slice(0, 12), 16) : Number.NaN;
  return ms > EARLIEST_MS && ms < LATEST_MS ? new Date(ms).toISOString() : undefined;
}
