import type { Order } from '#orders';
import type { EventWithDeliveries } from '#webhooks';
import type { PurchaseStep } from '../contract.js';
import { isEnd } from './event-steps.js';
import { notAfter, realTimeOf, stepWithoutRequest } from './request-steps.js';

/** The order itself, if its request is not in the log any more, or if it was made in the portal. */
export function placed(order: Order, requests: PurchaseStep[]): PurchaseStep[] {
  if (requests.some(({ kind, outcome }) => kind === 'order' && outcome === 'ok')) return [];
  const business_at = order.createdAt.toISOString();
  const at = realTimeOf(order.id) ?? business_at;
  return [stepWithoutRequest({ kind: 'order', title: 'Order', at, business_at })];
}

/**
 * Requests of an order, where the payment that may have caused its event does not come after it. The start of a request is
 * computed from the time at which the end of its response was noticed, which a busy process does late.
 */
export function inOrderOfCause(requests: PurchaseStep[], events: EventWithDeliveries[]): PurchaseStep[] {
  const at = timeOfEffect(events);
  const cause = requests.find(({ kind, request }) => kind === 'payment' && mayHaveSucceeded(request!.status));
  return at === undefined ? requests : requests.map(step => (step === cause ? notAfter(at, step) : step));
}

/** When the payment of an order took effect. */
function timeOfEffect(events: EventWithDeliveries[]): string | undefined {
  const event = events.find(({ type }) => !isEnd(type));
  return event && realTimeOf(event.id);
}

/** Whether a request succeeded, or its client cannot know. */
const mayHaveSucceeded = (status: number): boolean => status < 400 || status === 408 || status >= 500;

/** What a payment has changed. */
export function paid(order: Order, requests: PurchaseStep[], events: EventWithDeliveries[]): PurchaseStep[] {
  const { paidAt, expiresAt } = order;
  if (!paidAt) return [];
  const payment = requests.findLast(({ kind, outcome }) => kind === 'payment' && outcome === 'ok');
  const at = timeOfEffect(events) ?? payment?.at ?? paidAt.toISOString();
  const business_at = paidAt.toISOString();
  const isRenewal = order.kind === 'renewal';
  const until = expiresAt ? ` until ${expiresAt.toISOString().slice(0, 10)}` : '';
  return [
    ...(payment ? [] : [stepWithoutRequest({ kind: 'payment', title: 'Payment', at, business_at })]),
    stepWithoutRequest({
      kind: isRenewal ? 'renewal' : 'registration',
      title: `${isRenewal ? 'Renewed' : 'Registered'}${until}`,
      at,
      business_at,
    }),
  ];
}

/** The end of the term after the last renewal, if it is still to come. */
export function plannedExpiry(order: Order, renewals: Order[], events: EventWithDeliveries[]): PurchaseStep[] {
  const ends = [order, ...renewals].flatMap(({ expiresAt }) => expiresAt ?? []);
  const hasEnded = events.some(({ type }) => type === 'domain.expired' || type === 'domain.released');
  if (order.renews !== null || ends.length === 0 || hasEnded) return [];
  const at = new Date(Math.max(...ends.map(end => end.getTime()))).toISOString();
  return [stepWithoutRequest({ kind: 'expiry', title: 'Expiry', outcome: 'planned', at, business_at: at })];
}
