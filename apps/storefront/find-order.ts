import type { Order } from '#orders';
import { PageNotFound } from './errors.js';
import type { Pages } from './pages.js';
import type { Visit } from './visit.js';

/**
 * Finds the order whose ID is in the path, if the visitor may see it.
 * @throws PageNotFound · OrderNotFound
 */
export async function findOrder(pages: Pages, visit: Visit): Promise<Order> {
  const { id } = visit.request.params as { id: string };
  await requireBuyer(pages, visit, id);
  return pages.services.orders.get(visit.tenant.id, id);
}

/**
 * Rejects orders that were not placed in the visitor's browser, except for developers.
 * @throws PageNotFound
 */
export async function requireBuyer(
  { services }: Pages,
  { tenant, visitor, isDeveloper }: Visit,
  orderId: string | null,
): Promise<void> {
  if (isDeveloper) return;
  if (orderId === null || !(await services.visitors.owns(tenant.id, visitor, orderId))) throw new PageNotFound();
}
