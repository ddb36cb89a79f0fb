import type { BusinessTime } from '#platform/process/clock';
import { domainStatusOf, isCanceled, type Order } from '#orders';
import type { PurchaseStep, PurchaseVerdict } from '../contract.js';
import { mayHaveSucceeded } from './order-steps.js';

type Purchase = Pick<
  Order,
  'kind' | 'status' | 'channel' | 'paidAt' | 'domainStatus' | 'dueAt' | 'reason' | 'refundedAt'
>;

type Verdict = PurchaseVerdict;

/** Says in one or two sentences whether the customer was charged, and what the client knows about it. */
export function verdictOf(
  order: Purchase,
  requests: readonly PurchaseStep[],
  { tookEffectAt, expiredAt }: { tookEffectAt?: string | undefined; expiredAt?: BusinessTime | undefined } = {},
): Verdict {
  const payments = requests.filter(({ kind, request }) => kind === 'payment' && request);
  if (!order.paidAt) return unpaid(payments, clientOf(order));
  const answer = answerOf(payments, clientOf(order), tookEffectAt);
  const { state, text } = ending(order, expiredAt);
  const refunded = order.refundedAt ? ' and refunded' : '';
  if (!answer) return { state, text: `Charged once at ${formatTime(order.paidAt)}${refunded}${text}` };
  const isUnknownToClient = answer.isUnconfirmed && state === 'paid';
  return { state: isUnknownToClient ? 'answer_lost' : state, text: `Charged once${refunded}${text} ${answer.text}` };
}

const clientOf = ({ channel }: Purchase) => (channel === 'storefront' ? 'the visitor' : 'your shop');

/** Drops milliseconds: only times of real clocks have them. */
const formatTime = (at: BusinessTime) => `${at.toISOString().slice(0, 19)}Z`;

function unpaid(payments: readonly PurchaseStep[], client: string): Verdict {
  const last = payments.at(-1);
  if (!last) return { state: 'not_paid', text: 'Not charged. No payment has arrived.' };
  const { at, detail, fault } = last;
  if (detail === 'PAYMENT_DECLINED')
    return {
      state: 'declined',
      text: `Not charged. The payment of ${at} was declined${faultSuffix(fault)}; ${adviceFor(last, 'the order can be paid again')}.`,
    };
  if (!mayHaveSucceeded(last.request!.status))
    return {
      state: 'not_paid',
      text: `Not charged. The payment of ${at} was refused with ${codeOf(last)}${faultSuffix(fault)}.`,
    };
  return {
    state: 'not_paid',
    text: `Not charged. The payment of ${at} took no effect, and ${describeResponse(last, client)}; ${adviceFor(last, 'it can be repeated')}.`,
  };
}

/** The advice, unless the request is to a facade, which orders and pays in one call. */
const adviceFor = (step: PurchaseStep, advice: string) =>
  isOfFacade(step) ? 'if you repeat the call, the facade places another order' : advice;

const faultSuffix = (fault: PurchaseStep['fault']) => (fault ? ` (fault ${nameOf(fault)})` : '');

function nameOf({ kind, source }: NonNullable<PurchaseStep['fault']>): string {
  const origin = source === 'header' ? 'requested by a header of the request' : source;
  return kind ? `${kind}, ${origin}` : origin;
}

const receivedSuccess = ({ outcome, request }: PurchaseStep) => outcome === 'ok' && !request!.lost;

/** What a client received from a payment without a complete, successful response. */
const describeResponse = (step: PurchaseStep, client: string) =>
  step.request!.lost
    ? `its response did not reach ${client}${faultSuffix(step.fault)}`
    : `${client} received ${codeOf(step)}${faultSuffix(step.fault)}`;

const codeOf = ({ detail, request }: PurchaseStep) => detail ?? `HTTP ${request!.status}`;

/** Time of the response; `at` is the start of the request. */
const respondedAt = ({ at, duration_ms }: PurchaseStep) =>
  new Date(Date.parse(at) + Math.round(duration_ms ?? 0)).toISOString();

/** "Was sent", because a client may have given up before it received the response. */
const sentTo = (step: PurchaseStep, client: string) => `The response of ${respondedAt(step)} was sent to ${client}.`;

/**
 * What the client knows about a payment that was taken: `isUnconfirmed` if it got no success. Undefined if no such request
 * is logged.
 */
function answerOf(payments: readonly PurchaseStep[], client: string, tookEffectAt: string | undefined) {
  const success = payments.find(receivedSuccess);
  if (success && !success.request!.replayed) return { isUnconfirmed: false, text: sentTo(success, client) };
  const unconfirmed = payments.filter(step => !receivedSuccess(step) && mayHaveCharged(step));
  const likelyCause =
    unconfirmed.findLast(({ at }) => tookEffectAt !== undefined && at <= tookEffectAt) ?? unconfirmed[0];
  if (!likelyCause) return success && { isUnconfirmed: false, text: sentTo(success, client) };
  const loss = likelyCause.request!.lost
    ? `The response of ${respondedAt(likelyCause)} did not reach ${client}${faultSuffix(likelyCause.fault)}`
    : `At ${respondedAt(likelyCause)}, ${client} received ${codeOf(likelyCause)}${faultSuffix(likelyCause.fault)} although the payment had been taken`;
  if (success) return { isUnconfirmed: false, text: `${loss}; the repeat of ${success.at} got the stored response.` };
  const refused = payments.find(({ detail }) => detail === 'ORDER_ALREADY_PAID');
  if (refused)
    return { isUnconfirmed: true, text: `${loss}; the repeat of ${refused.at} was refused with ORDER_ALREADY_PAID.` };
  const advice = isOfFacade(likelyCause)
    ? 'a facade has no payment references, so read the domain before you repeat the call.'
    : 'a repeat with the same payment reference would get the stored response.';
  return { isUnconfirmed: true, text: `${loss}; ${advice}` };
}

const isOfFacade = ({ request }: PurchaseStep) => request!.endpoint.startsWith('/facades/');

const mayHaveCharged = ({ request, fault }: PurchaseStep) =>
  mayHaveSucceeded(request!.status) && fault?.kind?.endsWith('/before') !== true;

/** What became of a paid order; `text` completes "Charged once". */
function ending(order: Purchase, expiredAt: BusinessTime | undefined): Verdict {
  const reason = order.reason ? ` (${order.reason})` : '';
  switch (domainStatusOf(order)) {
    case 'pending':
      return { state: 'pending', text: `; the registry decides the ${order.kind} by ${formatTime(order.dueAt!)}.` };
    case 'action_required':
      return { state: 'action_required', text: `; the registry waits for an action${reason}.` };
    case 'failed':
      return isCanceled(order)
        ? { state: 'canceled', text: ', because the order was canceled.' }
        : { state: 'failed', text: `, because the ${order.kind} failed${reason}.` };
  }
  if (order.refundedAt) return { state: 'refunded', text: `${reason}.` };
  if (expiredAt) return { state: 'expired', text: `; the registration expired at ${formatTime(expiredAt)}.` };
  return { state: 'paid', text: '.' };
}
