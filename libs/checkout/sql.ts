import {
  amountOf,
  isUnverified,
  registeredData,
  registerReserved,
  releaseReservations,
  VERIFICATION_TIME,
} from '#domains/sql';
import {
  DomainActionRequired,
  DomainRegistered,
  DomainRegistrationFailed,
  DomainTransferFailed,
  DomainTransferredIn,
  DomainVerificationDue,
  type FailedDomain,
  type UnverifiedDomain,
  type WaitingDomain,
} from '#domains/events';
import { decideOrders, removeUndecided } from '#orders/sql';
import { jsonObject, jsonTime, Table } from '#platform/database';
import { PaymentMapping } from './storage/payment.mapping.js';

const payments = new Table(PaymentMapping);

/**
 * INSERT of the payments of automatic renewals.
 * @param orders relation of paid orders
 */
export const payAutomatically = (orders: string) =>
  `${payments.insert({
    tenantId: 'tenant_id',
    reference: `'auto-renew-' || id`,
    orderId: 'id',
    method: `'test'`,
    currency: 'currency',
    total: 'total',
    paidAt: 'paid_at',
  })} FROM ${orders}`;

/**
 * CTEs that decide orders, and register or free their domains. `decided` returns the decided orders.
 * @param decisions relation as for `decideOrders`
 */
export const applyDecisions = (decisions: string) =>
  `decided AS (${decideOrders(decisions)}),
   ${removeUndecided('decided')},
   registered_domain AS (${registerReserved('decided')}),
   released_domain AS (${releaseReservations('decided')})`;

const TYPE = `CASE decided.domain_status
  WHEN 'action_required' THEN '${DomainActionRequired.type}'
  WHEN 'failed' THEN CASE decided.kind
    WHEN 'transfer' THEN '${DomainTransferFailed.type}' ELSE '${DomainRegistrationFailed.type}' END
  ELSE CASE decided.kind WHEN 'transfer' THEN '${DomainTransferredIn.type}' ELSE '${DomainRegistered.type}' END END`;

/** The webhook fault of the checkout, for the event that ends the order. A rule sets `event` to limit it to one event type. */
const DELIVERY = `CASE WHEN decided.domain_status <> 'action_required' AND coalesce(decided.delivery ->> 'event', ${TYPE}) = ${TYPE}
  THEN decided.delivery - 'event' END`;

/** SELECT of the events of `decided`, causes before effects: number, sequence, at, domain, key, delivery, type, data (text). */
export function decisionEvents(tenantSlug: string): string {
  const members = {
    order_id: 'decided.id',
    domain: 'decided.domain',
    tld: 'decided.tld',
    status: 'decided.domain_status',
    tenant: tenantSlug,
  };
  const failed = jsonObject<FailedDomain>({ ...members, reason: 'decided.reason', refund: amountOf('decided') });
  const waiting = jsonObject<WaitingDomain>({ ...members, reason: 'decided.reason', kind: 'decided.kind' });
  const unverified = jsonObject<UnverifiedDomain>({
    ...members,
    registered_at: jsonTime('decided.registered_at'),
    expires_at: jsonTime('decided.expires_at'),
    due_at: jsonTime(`decided.registered_at + ${VERIFICATION_TIME}`),
  });
  const registered = registeredData({ order: 'decided', tenantSlug });
  return `SELECT number, 0 AS sequence, at, domain, id AS key, ${DELIVERY} AS delivery, ${TYPE} AS type,
      CASE domain_status WHEN 'failed' THEN ${failed} WHEN 'action_required' THEN ${waiting} ELSE ${registered} END::text AS data
    FROM decided WHERE NOT is_repeated
    UNION ALL
    SELECT number, 1, at, domain, id, NULL, '${DomainVerificationDue.type}', ${unverified}::text
    FROM decided WHERE domain_status = 'registered' AND ${isUnverified('owner', 'tld')}`;
}
