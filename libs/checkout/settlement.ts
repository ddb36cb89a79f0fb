import type { Refusal } from '#platform/errors';
import { DomainTaken } from '#domains';
import { isOpen, type Order } from '#orders';
import { OrderAlreadyPaid, PaymentDeclined, PaymentReferenceUsed } from './model/errors.js';
import type { Method, Payment } from './model/payment.js';

/** All facts that decide whether a payment is taken. */
export interface PaymentState {
  order: Pick<Order, 'id' | 'domain' | 'status'>;
  /** The earlier payment with the same reference. */
  earlier: Pick<Payment, 'orderId'> | null;
  /** Whether the tenant has registered the domain. */
  isRegistered: boolean;
  method: Method;
  reference: string;
}

type Rule = (state: PaymentState) => Refusal | undefined;

const referenceIsUnused: Rule = ({ earlier, order, reference }) =>
  earlier && earlier.orderId !== order.id ? new PaymentReferenceUsed(reference) : undefined;

const orderIsOpen: Rule = ({ order }) => (isOpen(order) ? undefined : new OrderAlreadyPaid());

const domainIsAvailable: Rule = ({ isRegistered, order }) => (isRegistered ? new DomainTaken(order.domain) : undefined);

const paymentIsAccepted: Rule = ({ method }) => (method === 'test_declined' ? new PaymentDeclined() : undefined);

/** Only the first broken rule is reported. */
const RULES = [referenceIsUnused, orderIsOpen, domainIsAvailable, paymentIsAccepted];

/** Whether the order was paid with the same reference before; then the first result is returned again. */
export const isRepeated = ({ earlier, order }: PaymentState): boolean => earlier?.orderId === order.id;

/** The error of the first broken rule; undefined if the payment can be taken. */
export function refusalOf(state: PaymentState): Refusal | undefined {
  for (const rule of RULES) {
    const refusal = rule(state);
    if (refusal) return refusal;
  }
  return undefined;
}
