import type { Metrics } from '#platform/http';

/** Counter of placed orders. Repeated requests of an idempotency key are not counted. */
export const countOrders = (metrics: Metrics) =>
  metrics.counter('nameyard_orders_total', 'Placed orders, by kind (registration, renewal).', ['kind']);
