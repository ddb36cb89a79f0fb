import type { BusinessTime } from '#platform/process/clock';
import type { Refusal } from '#platform/http/errors';
import {
  DomainTaken,
  isReleased,
  findTermError,
  type Registration,
  RegistrationReleased,
  renewalReference,
} from '#domains';
import { isOpen, type Order } from '#orders';
import { OrderAlreadyPaid, PaymentDeclined, PaymentReferenceUsed } from './model/errors.js';
import type { Method, Payment } from './model/payment.js';

/** All facts that decide whether a payment is taken. */
export interface PaymentState {
  order: Pick<Order, 'id' | 'domain' | 'status' | 'years' | 'kind' | 'renews'>;
  /** The earlier payment with the same reference. */
  earlier: Pick<Payment, 'orderId'> | null;
  /** The present registration of the domain by the tenant. */
  registration: Pick<Registration, 'orderId' | 'expiresAt'> | null;
  method: Method;
  reference: string;
  now: BusinessTime;
}

/** Whether the order was paid with the same reference before; then the first result is returned again. */
export const isRepeated = ({ earlier, order }: PaymentState): boolean => earlier?.orderId === order.id;

/** The error of the first broken rule; undefined if the payment can be taken. */
export function refusalOf(state: PaymentState): Refusal | undefined {
  const { order, earlier, method, reference } = state;
  if (earlier && earlier.orderId !== order.id) return new PaymentReferenceUsed(reference);
  if (!isOpen(order)) return new OrderAlreadyPaid();
  const refusal = order.kind === 'renewal' ? refusalOfRenewal(state) : refusalOfRegistration(state);
  return refusal ?? (method === 'test_declined' ? new PaymentDeclined() : undefined);
}

const refusalOfRegistration = ({ order, registration }: PaymentState): Refusal | undefined =>
  registration ? new DomainTaken(order.domain, 'registered') : undefined;

/** A renewal belongs to one registration; the domain may have been registered again since. */
function refusalOfRenewal({ order, registration, now }: PaymentState): Refusal | undefined {
  if (!registration || renewalReference(registration) !== order.renews || isReleased(registration, now))
    return new RegistrationReleased();
  return findTermError(registration.expiresAt, order.years, now);
}
