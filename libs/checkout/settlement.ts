import type { Refusal } from '#platform/errors';
import { DomainTaken } from '#domains';
import { canBecome, type Order } from '#orders';
import { OrderAlreadyPaid, PaymentDeclined, PaymentReferenceUsed } from './model/errors.js';
import type { Method, Payment } from './model/payment.js';

/** Everything that decides what comes of a payment. */
export interface Situation {
  order: Pick<Order, 'id' | 'domain' | 'status'>;
  /** The payment that has the reference already. */
  earlier: Pick<Payment, 'orderId'> | null;
  /** Whether the tenant has the name already. */
  registered: boolean;
  method: Method;
  reference: string;
}

type Rule = (situation: Situation) => Refusal | undefined;

const referenceIsFree: Rule = ({ earlier, order, reference }) =>
  earlier && earlier.orderId !== order.id ? new PaymentReferenceUsed(reference) : undefined;

const orderIsOpen: Rule = ({ order }) => (canBecome(order, 'paid') ? undefined : new OrderAlreadyPaid());

const nameIsFree: Rule = ({ registered, order }) => (registered ? new DomainTaken(order.domain) : undefined);

const paymentIsAccepted: Rule = ({ method }) => (method === 'test_declined' ? new PaymentDeclined() : undefined);

/** In the order in which a caller should hear of them. */
const RULES = [referenceIsFree, orderIsOpen, nameIsFree, paymentIsAccepted];

/** The same payment for the same order again: its first result stands, however often it is sent. */
export const isRepeated = ({ earlier, order }: Situation): boolean => earlier?.orderId === order.id;

/** Why nothing can be charged, or undefined when the payment can be taken. */
export function refusalOf(situation: Situation): Refusal | undefined {
  for (const rule of RULES) {
    const refusal = rule(situation);
    if (refusal) return refusal;
  }
  return undefined;
}
