import { businessTime } from '#platform/process/clock';
import { orderDetails } from '#orders/contract';
import { CURRENCY } from './accounts.js';
import type { LiveOrderDetails } from './contract.js';
import type { LiveOrder } from './storage/orders.js';

type Order = Parameters<typeof orderDetails>[0];

const timeOf = (time: Date | null) => time && businessTime(time);

/** A live order in the form of a sandbox order, for `orderView` and `orderDetails`. */
export const orderOf = (order: LiveOrder): Order => ({
  ...order,
  currency: CURRENCY,
  channel: 'api',
  createdAt: businessTime(order.createdAt),
  paidAt: timeOf(order.paidAt),
  renews: null,
  registeredAt: timeOf(order.registeredAt),
  expiresAt: timeOf(order.expiresAt),
  hasSimpleCheckout: false,
  outcome: null,
  dueAt: null,
  reason: order.failure && order.failure.code.toLowerCase(),
  refundedAt: order.status === 'refunded' ? timeOf(order.endedAt) : null,
  delivery: null,
});

export const liveOrderDetails = (order: LiveOrder): LiveOrderDetails => ({
  ...orderDetails(orderOf(order)),
  failure: order.failure,
});
