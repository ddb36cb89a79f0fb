import type { Registration } from '#domains';
import type { Order } from '#orders';
import type { EventWithDeliveries } from '#webhooks';
import type { Services } from './services.js';

/** Everything that happened to an order. */
export interface Purchase {
  order: Order;
  registration: Registration | null;
  /** Events about the order, oldest first. */
  events: EventWithDeliveries[];
  webhook: WebhookState;
}

/** The state of the webhooks to all receivers: the worst of them; `none` if no delivery is recorded. */
export type WebhookState = 'none' | 'waiting' | 'retrying' | 'failed' | 'delivered';

export async function loadPurchase(services: Services, order: Order): Promise<Purchase> {
  const [registration, events] = await Promise.all([
    services.registrations.find(order.tenantId, order.domain),
    services.deliveries.eventsAbout(order.tenantId, order.id),
  ]);
  return { order, registration, events, webhook: webhookState(events) };
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

/** Whether nothing changes without somebody's action. */
export const isFinal = ({ webhook }: Purchase): boolean => webhook !== 'waiting' && webhook !== 'retrying';
