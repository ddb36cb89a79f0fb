import { addYears } from '#domains/sql';
import { Table } from '#platform/database';
import { defaultReason, type OrderKind } from './model/order.js';
import { UndecidedMapping } from './storage/undecided.mapping.js';

const undecidedOrders = new Table(UndecidedMapping);

/** Key of an order, as SQL expressions over the columns of a relation. */
interface OrderKey {
  tenantId: string;
  id: string;
}

interface Term {
  kind: Exclude<OrderKind, 'transfer'>;
  /** SQL expressions over the columns of `open_order` and the relation. */
  registeredAt: string;
  expiresAt: string;
  /** SQL condition for the rows of the relation (default: all). */
  where?: string;
}

/**
 * UPDATE that marks open orders of a kind as paid and returns all their columns and `number`, the position in the batch.
 * @param requests relation with the columns number and now, and those in the key
 */
export const markPaid = (
  requests: string,
  { tenantId, id }: OrderKey,
  { kind, registeredAt, expiresAt, where = 'true' }: Term,
) =>
  `UPDATE orders.orders open_order
   SET status = 'paid', paid_at = ${requests}.now, registered_at = ${registeredAt}, expires_at = ${expiresAt}
   FROM ${requests}
   WHERE open_order.tenant_id = ${tenantId} AND open_order.id = ${id} AND open_order.status = 'created'
     AND open_order.renews IS ${kind === 'renewal' ? 'NOT NULL' : 'NULL'} AND ${where}
   RETURNING ${requests}.number, open_order.*`;

/**
 * `markPaid` for orders that the registry decides later: they get no times of a registration.
 * @param requests relation with the columns number, now, outcome, due_at and delivery, and those in the key
 */
export const markUndecided = (requests: string, { tenantId, id }: OrderKey) =>
  `UPDATE orders.orders open_order
   SET status = 'paid', paid_at = ${requests}.now, domain_status = 'pending', outcome = ${requests}.outcome,
     due_at = ${requests}.due_at, delivery = ${requests}.delivery
   FROM ${requests}
   WHERE open_order.tenant_id = ${tenantId} AND open_order.id = ${id} AND open_order.status = 'created'
   RETURNING ${requests}.number, open_order.*`;

/**
 * INSERT of paid orders into the table of undecided orders.
 * @param orders relation of orders, with their columns
 */
export const insertUndecided = (orders: string) =>
  `${undecidedOrders.insert({ tenantId: 'tenant_id', orderId: 'id', domain: 'domain', outcome: 'outcome', dueAt: 'due_at' })} FROM ${orders}`;

/**
 * CTEs that delete decided orders from the table of undecided orders. Orders that require an action stay, without a due time.
 * @param orders relation of orders after `decideOrders`
 */
export const removeUndecided = (orders: string) =>
  `no_longer_undecided AS (
     DELETE FROM orders.undecided USING ${orders}
     WHERE undecided.tenant_id = ${orders}.tenant_id AND undecided.order_id = ${orders}.id AND ${orders}.domain_status <> 'action_required'
   ),
   no_longer_due AS (
     UPDATE orders.undecided SET due_at = NULL FROM ${orders}
     WHERE undecided.tenant_id = ${orders}.tenant_id AND undecided.order_id = ${orders}.id AND ${orders}.domain_status = 'action_required'
   )`;

/**
 * UPDATE that decides orders, and returns all their columns, `number`, `at` and `is_repeated`.
 * @param decisions relation with the columns number, tenant_id, id, at, outcome, reason (NULL for the default) and
 * is_repeated (whether only the reason changes)
 */
export const decideOrders = (decisions: string) =>
  `UPDATE orders.orders undecided SET domain_status = ${decisions}.outcome, due_at = NULL,
     status = CASE ${decisions}.outcome WHEN 'failed' THEN 'refunded' ELSE undecided.status END,
     refunded_at = CASE ${decisions}.outcome WHEN 'failed' THEN ${decisions}.at END,
     reason = CASE ${decisions}.outcome WHEN 'registered' THEN NULL ELSE coalesce(${decisions}.reason,
       CASE WHEN ${decisions}.outcome = 'action_required' THEN '${defaultReason('registration', 'action_required')}'
         WHEN undecided.kind = 'transfer' THEN '${defaultReason('transfer', 'failed')}' ELSE '${defaultReason('registration', 'failed')}' END) END,
     registered_at = CASE ${decisions}.outcome WHEN 'registered' THEN ${decisions}.at END,
     expires_at = CASE ${decisions}.outcome WHEN 'registered' THEN ${addYears(`${decisions}.at`, 'undecided.years')} END
   FROM ${decisions}
   WHERE undecided.tenant_id = ${decisions}.tenant_id AND undecided.id = ${decisions}.id
     AND undecided.domain_status IN ('pending', 'action_required')
   RETURNING ${decisions}.number, ${decisions}.at, ${decisions}.is_repeated, undecided.*`;

/**
 * INSERT of paid orders for automatic renewals of one year, which returns all their columns.
 * @param renewals relation with the columns id, domain, tld, currency, total, order_id (of the registration),
 * registered_at and at
 */
export const insertRenewals = (renewals: string, { expiresAt, where }: { expiresAt: string; where: string }) =>
  `INSERT INTO orders.orders (tenant_id, id, domain, tld, years, currency, total, owner, status, created_at, paid_at, kind,
     renews, registered_at, expires_at)
   SELECT :tenant::text, id, domain, tld, 1, currency, total,
     (SELECT owner FROM orders.orders original WHERE original.tenant_id = :tenant AND original.id = order_id),
     'paid', at, at, 'renewal', coalesce(order_id, ''), registered_at, ${expiresAt}
   FROM ${renewals} WHERE ${where} RETURNING *`;

/** JOIN that leaves out orders locked by other transactions, so that a reset of one tenant delays no other tenant. */
export const joinUnlockedOrders = ({ tenantId, id }: OrderKey) =>
  `JOIN orders.orders open_order ON open_order.tenant_id = ${tenantId} AND open_order.id = ${id}
     FOR NO KEY UPDATE OF open_order SKIP LOCKED`;

/** DELETE of up to `:limit` orders of a tenant (`:tenant`) with IDs before `:before`; returns `id` and `domain`. */
export const REMOVE_ORDERS = `DELETE FROM orders.orders WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM orders.orders WHERE tenant_id = :tenant AND id < :before LIMIT :limit))
  RETURNING id, domain`;

/** Condition that the tenant (`:tenant`) no longer has the order with the ID in this column. */
export const orderIsGone = (id: string) =>
  `NOT EXISTS (SELECT FROM orders.orders existing WHERE existing.tenant_id = :tenant AND existing.id = ${id})`;
