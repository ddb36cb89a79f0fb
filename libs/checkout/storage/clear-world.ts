import { type Executor, Statement } from '#platform/database';
import { removeKeys } from '#platform/idempotency/sql';
import { removeRegistrations } from '#domains/sql';
import { orderIsGone, REMOVE_ORDERS } from '#orders/sql';

type Tenant = { tenant: string };

const counted = (removal: string) =>
  `WITH removed AS (${removal} RETURNING 1) SELECT count(*)::integer AS removed FROM removed`;

const orders = new Statement<{ removed: number }, Tenant>('world.clear-orders', counted(REMOVE_ORDERS));

const payments = new Statement<never, Tenant>(
  'world.clear-payments',
  `DELETE FROM checkout.payments WHERE tenant_id = :tenant AND ${orderIsGone('order_id')}`,
);

const registrations = new Statement<{ removed: number }, Tenant>(
  'world.clear-registrations',
  counted(removeRegistrations({ isGone: orderIsGone })),
);

const keys = new Statement<never, Tenant>('world.clear-decisions', removeKeys({ isGone: orderIsGone }));

/**
 * Removes the orders of a tenant, then everything that belonged to them. The first step waits for payments in progress.
 * Orders that are placed or paid in the meantime stay, with everything that belongs to them.
 */
export async function clearWorld(tx: Executor, tenant: string): Promise<{ orders: number; domains: number }> {
  const ordered = await orders.first(tx, { tenant });
  await payments.run(tx, { tenant });
  const registered = await registrations.first(tx, { tenant });
  await keys.run(tx, { tenant });
  return { orders: ordered?.removed ?? 0, domains: registered?.removed ?? 0 };
}
