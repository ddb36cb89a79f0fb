import { type Executor, Statement } from '#platform/database';
import { DELETE_RESULTS } from '#platform/idempotency';
import { UNREGISTER } from '#domains';
import { orderIsGone, REMOVE_ORDERS } from '#orders';

type Tenant = { tenant: string };

const counting = (removal: string) =>
  `WITH gone AS (${removal} RETURNING 1) SELECT count(*)::integer AS removed FROM gone`;

const orders = new Statement<{ removed: number }, Tenant>('world.clear-orders', counting(REMOVE_ORDERS));

const payments = new Statement<never, Tenant>(
  'world.clear-payments',
  `DELETE FROM checkout.payments WHERE tenant_id = :tenant AND ${orderIsGone('order_id')}`,
);

const registrations = new Statement<{ removed: number }, Tenant>(
  'world.clear-registrations',
  counting(`${UNREGISTER} AND ${orderIsGone('order_id')}`),
);

/** A refusal of the old world, or something that went with it. */
const decisions = new Statement<never, Tenant>(
  'world.clear-decisions',
  `${DELETE_RESULTS} AND (subject IS NULL OR ${orderIsGone('subject')})`,
);

/**
 * The orders go first, and wait for payments under way; then goes what is left of them. An order that is placed, or
 * even paid, meanwhile belongs to the new world and stays with all that is made of it.
 */
export async function clearWorld(tx: Executor, tenant: string): Promise<{ orders: number; domains: number }> {
  const [ordered] = await orders.run(tx, { tenant });
  await payments.run(tx, { tenant });
  const [registered] = await registrations.run(tx, { tenant });
  await decisions.run(tx, { tenant });
  return { orders: ordered?.removed ?? 0, domains: registered?.removed ?? 0 };
}
