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

/** Whether the order was paid with the same reference before; then the first result is returned again. */
export const isRepeated = ({ earlier, order }: PaymentState): boolean => earlier?.orderId === order.id;

/** The error of the first broken rule; undefined if the payment can be taken. */
export function refusalOf({ order, earlier, isRegistered, method, reference }: PaymentState): Refusal | undefined {
  if (earlier && earlier.orderId !== order.id) return new PaymentReferenceUsed(reference);
  if (!isOpen(order)) return new OrderAlreadyPaid();
  if (isRegistered) return new DomainTaken(order.domain);
  return method === 'test_declined' ? new PaymentDeclined() : undefined;
}
