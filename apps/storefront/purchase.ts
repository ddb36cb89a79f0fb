import { createHash } from 'node:crypto';
import {
  DomainActionRequired,
  DomainRegistered,
  DomainRegistrationFailed,
  DomainRenewed,
  DomainTransferFailed,
  DomainTransferredIn,
} from '#domains/events';
import { domainStatusOf, type Order, type OrderKind } from '#orders';
import type { EventKind } from '#platform/contract';
import type { EventWithDeliveries } from '#webhooks';
import type { Services } from './services.js';

/** Events that a receipt shows, by kind of the order. Later events of the registration do not belong to the purchase. */
const PURCHASE_EVENTS: Record<OrderKind, readonly EventKind[]> = {
  registration: [DomainActionRequired, DomainRegistered, DomainRegistrationFailed],
  renewal: [DomainRenewed],
  transfer: [DomainActionRequired, DomainTransferredIn, DomainTransferFailed],
};

/** A paid order and its events. */
export interface Purchase {
  order: Order;
  /** Empty until the registry decides or requires an action, and after retention has removed the events. */
  events: EventWithDeliveries[];
  webhook: WebhookState;
}

/** The worst state of the deliveries to all receivers; `none` if there are no deliveries. */
export type WebhookState = 'none' | 'waiting' | 'retrying' | 'failed' | 'delivered';

export async function loadPurchase(services: Services, order: Order): Promise<Purchase> {
  const about = await services.deliveries.eventsAbout(order.tenantId, order.id);
  const types = PURCHASE_EVENTS[order.kind].map(({ type }) => type);
  const events = about.filter(({ type }) => types.includes(type));
  return { order, events, webhook: webhookState(events) };
}

function webhookState(events: EventWithDeliveries[]): WebhookState {
  const deliveries = events.flatMap(event => event.deliveries);
  const states = deliveries.map(({ state }) => state);
  if (states.length === 0) return 'none';
  if (states.includes('failed') || states.includes('skipped')) return 'failed';
  if (deliveries.some(({ state, attempts }) => state === 'pending' && attempts.length > 0)) return 'retrying';
  return states.every(state => state === 'delivered') ? 'delivered' : 'waiting';
}

/** Whether the state is final. `none` is final, because events are recorded together with the decision. */
export const isFinal = ({ order, webhook }: Purchase): boolean =>
  !isUndecided(order) && webhook !== 'waiting' && webhook !== 'retrying';

/** Changes whenever the progress that the receipt shows changes. */
export const versionOf = ({ order, events }: Purchase): string =>
  createHash('sha256')
    .update(JSON.stringify([order, events]))
    .digest('base64url')
    .slice(0, 16);

/** Whether the order is pending or requires action. */
export const isUndecided = (order: Order): boolean =>
  ['pending', 'action_required'].includes(domainStatusOf(order) ?? '');
