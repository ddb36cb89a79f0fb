import type { OrderKind } from './model/order.js';

/** SQL expressions that identify the orders to pay, over the rows of a relation. */
interface OrderKey {
  tenantId: string;
  id: string;
}

interface Term {
  kind: OrderKind;
  /** SQL expressions for the times of the registration, over the order `open_order` and the rows of the relation. */
  registeredAt: string;
  expiresAt: string;
  /** SQL condition for the rows of the relation, default all. */
  where?: string;
}

/**
 * UPDATE that marks open orders of a kind as paid and returns all their columns and `number`, the position in the batch.
 * @param requests relation with the columns number and now, and those of `key`
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

/** JOIN that leaves out orders locked by other transactions, so that a reset of one tenant delays no other tenant. */
export const joinUnlockedOrders = ({ tenantId, id }: OrderKey) =>
  `JOIN orders.orders open_order ON open_order.tenant_id = ${tenantId} AND open_order.id = ${id}
     FOR NO KEY UPDATE OF open_order SKIP LOCKED`;

/** DELETE of up to `:limit` orders of a tenant (`:tenant`) with IDs before `:before`; returns `id` and `domain`. */
export const REMOVE_ORDERS = `DELETE FROM orders.orders WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM orders.orders WHERE tenant_id = :tenant AND id < :before LIMIT :limit))
  RETURNING id, domain`;

/** Whether the tenant (`:tenant`) no longer has the order with the ID in this column. */
export const orderIsGone = (id: string) =>
  `NOT EXISTS (SELECT FROM orders.orders existing WHERE existing.tenant_id = :tenant AND existing.id = ${id})`;
