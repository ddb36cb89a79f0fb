/** SQL expressions that identify the orders to pay, over the rows of a relation. */
interface OrderKey {
  tenantId: string;
  id: string;
}

/**
 * UPDATE that marks open orders as paid and returns all their columns and `number`, the position in the batch.
 * @param requests relation with the columns number and now, and those of `key`
 */
export const markPaid = (requests: string, { tenantId, id }: OrderKey) =>
  `UPDATE orders.orders o SET status = 'paid', paid_at = ${requests}.now FROM ${requests}
   WHERE o.tenant_id = ${tenantId} AND o.id = ${id} AND o.status = 'created'
   RETURNING ${requests}.number, o.*`;

/** JOIN that leaves out orders locked by other transactions, so that a reset of one tenant delays no other tenant. */
export const joinUnlockedOrders = ({ tenantId, id }: OrderKey) =>
  `JOIN orders.orders o ON o.tenant_id = ${tenantId} AND o.id = ${id} FOR NO KEY UPDATE OF o SKIP LOCKED`;

/** DELETE of up to `:limit` orders of a tenant (`:tenant`) placed until `:now`; returns `id` and `domain`. */
export const REMOVE_ORDERS = `DELETE FROM orders.orders WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM orders.orders WHERE tenant_id = :tenant AND created_at <= :now LIMIT :limit))
  RETURNING id, domain`;

/** Whether the order with the ID in this column no longer exists. */
export const orderIsGone = (id: string) => `NOT EXISTS (SELECT FROM orders.orders o WHERE o.id = ${id})`;
