import { type OperationName, operationOf, routeOf } from '#identity/access';
import { type LogFilter, type LogRow, statusesOf } from '#usage';
import { normalizeSearchTerm } from '#platform/model';
import type { JournalRequest } from '../contract.js';
import { AnswerLost } from '../model/errors.js';

/** The code of lost responses. The log has a status for them, which the client has not received. */
const { code: LOST } = new AnswerLost();

/** The journal has the requests to the sandbox and the facades, except requests to test control. */
const ROUTES = { under: ['/api/v1/sandbox/', '/facades/'], except: '/api/v1/sandbox/control/' };

interface Fields {
  operation?: OperationName;
  domain?: string;
  order_id?: string;
  /** A status, or a class such as `4xx`. */
  status?: string;
  code?: string;
  faulted?: boolean;
  replayed?: boolean;
}

/** The filter of the request log for fields of the journal. */
export const filterOf = ({ operation, domain, order_id, status, code, faulted, replayed }: Fields): LogFilter => ({
  routes: ROUTES,
  operation: operation && { name: operation, ...routeOf(operation) },
  domain: domain === undefined ? undefined : normalizeSearchTerm(domain),
  orderId: order_id,
  ...(status !== undefined && { statuses: statusesOf(status), notCode: LOST }),
  code,
  isFaulted: faulted,
  isReplayed: replayed,
});

export const viewOf = (row: LogRow): JournalRequest => ({
  at: row.at.toISOString(),
  request_id: row.requestId,
  operation: row.operation ?? operationOf(row.method, row.route) ?? null,
  facade: row.facade ?? null,
  method: row.method,
  path: row.route,
  status: row.code === LOST ? null : row.status,
  code: row.code,
  domain: row.domain,
  order_id: row.orderId,
  duration_ms: Math.round(row.durationMs * 100) / 100,
  faulted: row.faulted,
  idempotency_key: row.idempotencyKey ?? null,
  payment_reference: row.paymentReference ?? null,
  replayed: row.isReplayed === true,
  user_agent: row.userAgent ?? null,
});
