import { type Executor, Statement } from '#platform/database';
import { removeKeys } from '#platform/http/idempotency/sql';
import { newId } from '#platform/security/ids';
import { REMOVE_ORDERLESS_REGISTRATIONS, removeRegistrationsOf } from '#domains/sql';
import { orderIsGone, REMOVE_ORDERS } from '#orders/sql';

/** Rows per statement. Consumers of events wait for open transactions, so a statement may run for about a second at most. */
const LIMIT = 2_000;

/** Numbers of removed rows. */
export interface RemovedData {
  orders: number;
  registrations: number;
  payments: number;
}

type Step = { tenant: string; limit: number };

/** Pending registrations, which have no `registered_at`, are removed but not counted. */
const removeOrders = new Statement<{ orders: number; registrations: number }, Step & { before: string }>(
  'sandbox.remove-orders',
  `WITH removed_orders AS (${REMOVE_ORDERS}), removed_registrations AS (${removeRegistrationsOf('removed_orders')})
   SELECT (SELECT count(*)::int FROM removed_orders) AS orders, (SELECT count(registered_at)::int FROM removed_registrations) AS registrations`,
);

const removal = (name: string, text: string) =>
  new Statement<object, Step>(`sandbox.remove-${name}`, `${text} RETURNING tenant_id`);

const removeOrderlessRegistrations = removal('registrations', REMOVE_ORDERLESS_REGISTRATIONS);
const removePayments = removal(
  'payments',
  `DELETE FROM checkout.payments WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM checkout.payments WHERE tenant_id = :tenant AND ${orderIsGone('order_id')} LIMIT :limit))`,
);
const removeIdempotencyKeys = removal('keys', removeKeys({ isGone: orderIsGone }));

/**
 * Removes the orders of a tenant with their registrations, payments and idempotency keys, and registrations without an
 * order, in steps. An order and its registration are removed in the same step. Orders placed later are kept. If a step
 * fails, call it again.
 */
export async function removeSandboxData(executor: Executor, tenant: string): Promise<RemovedData> {
  const step = { tenant, limit: LIMIT };
  // Compares IDs, which sort by real time. The timestamps of orders depend on the clock of the tenant.
  const before = newId('ord');
  const total: RemovedData = { orders: 0, registrations: 0, payments: 0 };
  // A concurrent payment can make a step remove fewer rows than LIMIT, so the loop ends after an empty step only.
  for (;;) {
    const { orders, registrations } = (await removeOrders.first(executor, { ...step, before }))!;
    if (orders === 0) break;
    total.orders += orders;
    total.registrations += registrations;
  }
  total.registrations += await repeat(removeOrderlessRegistrations, executor, step);
  total.payments += await repeat(removePayments, executor, step);
  await repeat(removeIdempotencyKeys, executor, step);
  return total;
}

/** Repeats a removal until nothing is left, and returns the number of removed rows. */
async function repeat(statement: Statement<object, Step>, executor: Executor, step: Step): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = await statement.run(executor, step);
    if (removed.length === 0) return total;
    total += removed.length;
  }
}
