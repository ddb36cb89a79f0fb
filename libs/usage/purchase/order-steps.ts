import type { BusinessTime } from '#platform/process/clock';
import { domainStatusOf, type Order } from '#orders';
import type { EventWithDeliveries } from '#webhooks';
import type { PurchaseStep } from '../contract.js';
import { notLaterThan, realTimeOf, stepWithoutRequest } from './request-steps.js';

/** Step for the order itself, if its request is no longer in the log, or if it was made in the portal. */
export function placementSteps(order: Order, requests: PurchaseStep[]): PurchaseStep[] {
  if (requests.some(({ kind, outcome }) => kind === 'order' && outcome === 'ok')) return [];
  const business_at = order.createdAt.toISOString();
  const at = realTimeOf(order.id) ?? business_at;
  return [stepWithoutRequest({ kind: 'order', title: 'Order', at, business_at })];
}

/**
 * Requests of an order; those that may have caused its event are moved to the time of the event if they seem to follow
 * it. The start of a request is computed from the end of its response, which a busy process notices late.
 */
export function moveCausesBeforeEvent(requests: PurchaseStep[], events: EventWithDeliveries[]): PurchaseStep[] {
  const at = timeOfEffect(events);
  const causes = (['payment', 'cancellation'] as const).map(cause =>
    requests.find(({ kind, request }) => kind === cause && mayHaveSucceeded(request!.status)),
  );
  return at === undefined ? requests : requests.map(step => (causes.includes(step) ? notLaterThan(at, step) : step));
}

/** Events that complete or fail an order. */
const EFFECT = /^domain\.(?:registered|renewed|transferred_in|registration_failed|transfer_failed)$/;

/** When the payment of an order, or the decision about it, took effect. */
export const timeOfEffect = (events: EventWithDeliveries[]): string | undefined => timeOfEvent(events, EFFECT);

/** When the registration of an order expired, by the clock of the tenant. */
export const timeOfExpiry = (events: EventWithDeliveries[]): BusinessTime | undefined =>
  events.findLast(({ type }) => type === 'domain.expired')?.occurredAt;

function timeOfEvent(events: EventWithDeliveries[], types: RegExp): string | undefined {
  const event = events.find(({ type }) => types.test(type));
  return event && realTimeOf(event.id);
}

/** Whether a request succeeded, or its status leaves open whether it took effect. */
export const mayHaveSucceeded = (status: number): boolean => status < 400 || status === 408 || status >= 500;

/** The payment of an order, and its result. */
export function paymentSteps(order: Order, requests: PurchaseStep[], events: EventWithDeliveries[]): PurchaseStep[] {
  if (!order.paidAt) return [];
  const payment = requests.findLast(({ kind, outcome }) => kind === 'payment' && outcome === 'ok');
  const business_at = order.paidAt.toISOString();
  const tookEffectAt = timeOfEffect(events);
  const paidAt = payment?.at ?? business_at;
  const at = order.outcome === null ? (tookEffectAt ?? paidAt) : paidAt;
  return [
    ...(payment ? [] : [stepWithoutRequest({ kind: 'payment', title: 'Payment', at, business_at })]),
    ...decisionSteps(order, tookEffectAt ?? (order.outcome === null ? at : undefined)),
    ...refundSteps(order, events),
  ];
}

const TITLES: Record<Order['kind'], { succeeded: string; failed: string }> = {
  registration: { succeeded: 'Registered', failed: 'Registration failed' },
  renewal: { succeeded: 'Renewed', failed: 'Renewal failed' },
  transfer: { succeeded: 'Transferred', failed: 'Transfer failed' },
};

/** Result of a paid order; no step while it is undecided. */
function decisionSteps(order: Order, realTime: string | undefined): PurchaseStep[] {
  const { paidAt, registeredAt, refundedAt, expiresAt, outcome, reason } = order;
  const kind = order.kind === 'renewal' ? 'renewal' : 'registration';
  const { succeeded, failed } = TITLES[order.kind];
  const status = domainStatusOf(order);
  if (status !== 'registered' && status !== 'failed') return [];
  // Without an outcome, the payment itself decided the order.
  const decidedAt = status === 'failed' ? refundedAt : outcome && registeredAt;
  const business_at = (decidedAt ?? paidAt)!.toISOString();
  const at = realTime ?? business_at;
  if (status === 'failed')
    return [stepWithoutRequest({ kind, title: failed, outcome: 'failed', detail: reason, at, business_at })];
  const until = expiresAt ? ` until ${expiresAt.toISOString().slice(0, 10)}` : '';
  return [stepWithoutRequest({ kind, title: `${succeeded}${until}`, at, business_at })];
}

function refundSteps({ refundedAt }: Order, events: EventWithDeliveries[]): PurchaseStep[] {
  if (!refundedAt) return [];
  const business_at = refundedAt.toISOString();
  const at = timeOfEvent(events, /^domain\.(?:registration_failed|transfer_failed|deleted)$/) ?? business_at;
  return [stepWithoutRequest({ kind: 'payment', title: 'Refund', at, business_at })];
}

/** The planned decision of the registry about a pending order. */
export function plannedDecision({ dueAt }: Order): PurchaseStep[] {
  const at = dueAt?.toISOString();
  const title = 'Decision of the registry';
  return at ? [stepWithoutRequest({ kind: 'registration', title, outcome: 'planned', at, business_at: at })] : [];
}

/** The end of the term after the last renewal, if it is still to come. */
export function plannedExpiry(order: Order, renewals: Order[], events: EventWithDeliveries[]): PurchaseStep[] {
  const ends = [order, ...renewals].flatMap(({ expiresAt }) => expiresAt ?? []);
  const hasEnded = events.some(({ type }) => /^domain\.(?:expired|released|deleted|transferred_away)$/.test(type));
  if (order.renews !== null || order.refundedAt || ends.length === 0 || hasEnded) return [];
  const at = new Date(Math.max(...ends.map(end => end.getTime()))).toISOString();
  return [stepWithoutRequest({ kind: 'expiry', title: 'Expiry', outcome: 'planned', at, business_at: at })];
}
