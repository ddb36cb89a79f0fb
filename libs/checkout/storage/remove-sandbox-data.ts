import { type Executor, Statement } from '#platform/database';
import { removeKeys } from '#platform/idempotency/sql';
import { newId } from '#platform/ids';
import { removeRegistrations } from '#domains/sql';
import { orderIsGone, REMOVE_ORDERS } from '#orders/sql';

/** Rows per statement. Consumers wait for open transactions, so each statement must end within about a second. */
const LIMIT = 2_000;

interface Removed {
  orders: number;
  domains: number;
}

type Step = { tenant: string; limit: number };

const removeOrders = new Statement<Removed, Step & { before: string }>(
  'sandbox.remove-orders',
  `WITH removed AS (${REMOVE_ORDERS}), unregistered AS (${removeRegistrations('removed')})
   SELECT (SELECT count(*)::int FROM removed) AS orders, (SELECT count(*)::int FROM unregistered) AS domains`,
);

/** Payments and idempotency keys of removed orders. */
const REMOVE_REST = [
  `DELETE FROM checkout.payments WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM checkout.payments WHERE tenant_id = :tenant AND ${orderIsGone('order_id')} LIMIT :limit))`,
  removeKeys({ isGone: orderIsGone }),
].map(
  (removal, index) =>
    new Statement<{ id: string }, Step>(`sandbox.remove-rest-${index}`, `${removal} RETURNING tenant_id`),
);

/**
 * Removes the orders of a tenant with their registrations, payments and idempotency keys, in steps. An order and its
 * registration are removed in the same step. Orders placed later are kept. If a step fails, call it again.
 */
export async function removeSandboxData(executor: Executor, tenant: string): Promise<Removed> {
  const step = { tenant, limit: LIMIT };
  // IDs sort by real time; the times of orders depend on the clock of the tenant.
  const before = newId('ord');
  const total: Removed = { orders: 0, domains: 0 };
  // A step removes fewer than LIMIT when an order is paid at the same time, so only an empty one is the last.
  for (;;) {
    const { orders, domains } = (await removeOrders.first(executor, { ...step, before }))!;
    if (orders === 0) break;
    total.orders += orders;
    total.domains += domains;
  }
  for (const removal of REMOVE_REST) while ((await removal.run(executor, step)).length > 0);
  return total;
}
