import type { Order } from '#orders';
import type { Pages } from './pages.js';
import type { Visit } from './visit.js';
import { PageNotFound } from './errors.js';

/**
 * The order in the path. Visitors see only what their own browser ordered.
 * @throws PageNotFound · OrderNotFound
 */
export async function findOrder({ services }: Pages, { request, tenant, visitor, isDeveloper }: Visit): Promise<Order> {
  const { id } = request.params as { id: string };
  if (!isDeveloper && !(await services.visitors.owns(tenant.id, visitor, id))) throw new PageNotFound();
  return services.orders.get(tenant.id, id);
}
