import { OpenOrders } from '../database/open-orders.js';
import { payFor, register } from '../database/registrations.js';
import { createTenants } from '../database/tenants.js';
import { logProgress } from '../report/progress.js';
import type { Stage } from '../stage/stage.js';
import { type Product, startProduct } from './product.js';

/** The product with a first tenant that owns `owned` domains, including their orders and payments. */
export async function startWithDomains(stage: Stage, owned: number): Promise<Product> {
  const product = await startProduct(stage, { name: `with ${owned} registrations`, owned });
  await payFor(product.database);
  logProgress(`${owned} registrations inserted`);
  return product;
}

/** The product with `tenants` tenants that own `owned` domains each and take turns. */
export async function startWithTenants(stage: Stage, tenants: number, owned: number): Promise<Product> {
  const product = await startProduct(stage, { name: `with ${tenants} tenants`, owned: 0 });
  const { database } = product;
  const callers = await createTenants(database, tenants);
  await register(
    database,
    callers.map(({ tenant }) => tenant.id),
    owned,
  );
  await payFor(database);
  logProgress(`${tenants} tenants with ${owned} registrations each inserted`);
  return { ...product, callers, owned, orders: new OpenOrders(database, callers) };
}
