import type { BusinessTime } from '#platform/process/clock';
import type { Refusal } from '#platform/http/errors';
import {
  AlreadyHeld,
  DomainTaken,
  isReleased,
  findTermError,
  type Registration,
  RegistrationReleased,
  renewalReference,
  TransferPending,
} from '#domains';
import { isOpen, type Order } from '#orders';
import { OrderAlreadyPaid, OrderRefunded, PaymentDeclined, PaymentReferenceUsed } from './model/errors.js';
import type { Method, Payment } from './model/payment.js';

/** All facts that decide whether a payment is accepted. */
export interface PaymentState {
  order: Pick<Order, 'id' | 'domain' | 'status' | 'years' | 'kind' | 'renews'>;
  /** The earlier payment with the same reference. */
  earlier: Pick<Payment, 'orderId'> | null;
  /** The tenant's registration of the domain; `expiresAt` is null until the registry decides. */
  registration: (Pick<Registration, 'orderId'> & { expiresAt: BusinessTime | null }) | null;
  method: Method;
  reference: string;
  now: BusinessTime;
}

/** Whether the order was already paid with this reference; the caller then gets the first result again. */
export const isRepeated = ({ earlier, order }: PaymentState): boolean => earlier?.orderId === order.id;

/** The error of the first broken rule; undefined if the payment can be accepted. */
export function refusalOf(state: PaymentState): Refusal | undefined {
  const { order, earlier, method, reference } = state;
  if (earlier && earlier.orderId !== order.id) return new PaymentReferenceUsed(reference);
  if (order.status === 'refunded') return new OrderRefunded();
  if (!isOpen(order)) return new OrderAlreadyPaid();
  return REFUSALS[order.kind](state) ?? (method === 'test_declined' ? new PaymentDeclined() : undefined);
}

const REFUSALS = {
  registration: refusalOfRegistration,
  renewal: refusalOfRenewal,
  transfer: refusalOfTransfer,
};

function refusalOfRegistration({ order, registration }: PaymentState): Refusal | undefined {
  return registration ? new DomainTaken(order.domain, registration.expiresAt ? 'registered' : 'pending') : undefined;
}

function refusalOfTransfer({ registration }: PaymentState): Refusal | undefined {
  if (!registration) return undefined;
  return registration.expiresAt ? new AlreadyHeld() : new TransferPending();
}

/** A renewal order belongs to one registration. The domain may have been released and registered again since. */
function refusalOfRenewal({ order, registration, now }: PaymentState): Refusal | undefined {
  if (!registration?.expiresAt || renewalReference(registration) !== order.renews) return new RegistrationReleased();
  const { expiresAt } = registration;
  return isReleased({ expiresAt }, now) ? new RegistrationReleased() : findTermError(expiresAt, order.years, now);
}
