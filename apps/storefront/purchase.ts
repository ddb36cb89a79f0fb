import { DomainRegistered, DomainRenewed } from '#domains/events';
import type { Order } from '#orders';
import type { EventWithDeliveries } from '#webhooks';
import type { Services } from './services.js';

/** The event of the payment of an order. */
const PAYMENT_EVENTS = {
  registration: DomainRegistered.type,
  renewal: DomainRenewed.type,
  transfer: 'domain.transferred_in',
};

/** A paid order and the event of its payment. */
export interface Purchase {
  order: Order;
  /** The event of the payment; empty if retention has removed it. */
  events: EventWithDeliveries[];
  webhook: WebhookState;
}

/** The state of the webhooks to all receivers: the worst of them; `none` if no delivery is recorded. */
export type WebhookState = 'none' | 'waiting' | 'retrying' | 'failed' | 'delivered';

export async function loadPurchase(services: Services, order: Order): Promise<Purchase> {
  const about = await services.deliveries.eventsAbout(order.tenantId, order.id);
  // Later events about a registration have the same key, but do not belong on its receipt.
  const events = about.filter(({ type }) => type === PAYMENT_EVENTS[order.kind]);
  return { order, events, webhook: webhookState(events) };
}

function webhookState(events: EventWithDeliveries[]): WebhookState {
  const deliveries = events.flatMap(event => event.deliveries);
  const states = deliveries.map(({ state }) => state);
  // An event is recorded with the payment. Without one, retention has removed it.
  if (states.length === 0) return 'none';
  if (states.includes('failed') || states.includes('skipped')) return 'failed';
  if (deliveries.some(({ state, attempts }) => state === 'pending' && attempts.length > 0)) return 'retrying';
  return states.every(state => state === 'delivered') ? 'delivered' : 'waiting';
}

/** Whether the state is final. */
export const isFinal = ({ webhook }: Purchase): boolean => webhook !== 'waiting' && webhook !== 'retrying';
