import {
  type BusinessTime,
  CheckedBy,
  Field,
  IntegerField,
  NullableDateTime,
  ObjectField,
  Property,
  Source,
  TextField,
} from '#platform/contract';
import { METHODS, problemOfMethod } from './model/payment.js';

export { METHODS };

export class PaymentRequest {
  @Field(
    {
      enum: [...METHODS],
      description: 'Payment method. `test` succeeds, `test_declined` is declined.',
      example: 'test',
    },
    CheckedBy(problemOfMethod),
  )
  method: (typeof METHODS)[number];

  /** Your reference for the payment. A reference can be used for one order only. @example invoice-2041 */
  @TextField({ max: 255 }) reference: string;
}

export class CheckoutRequest {
  /** The `order_id` returned by the order call. @example ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  @TextField({ max: 255 }) order_id: string;

  /** Simulated payment. */
  @ObjectField(PaymentRequest) payment: PaymentRequest;
}

export class CheckoutResult {
  /** Order ID. @example ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  order_id: string;

  /** Registered or renewed domain. @example example.com */
  domain: string;

  /** Status of the order. */
  @Property({ enum: ['paid'] }) status: 'paid';

  /** Status of the domain. `pending`: the registry decides later, see the order. */
  @Property({ enum: ['registered', 'pending'] }) domain_status: 'registered' | 'pending';

  @NullableDateTime('Time of the registration; null if the registry decides later.') registered_at: string | null;

  @NullableDateTime(
    '`registered_at` plus the ordered years; for a renewal, the previous expiry plus the ordered years; null if the registry decides later.',
    '2027-11-21T07:00:00.000Z',
  )
  expires_at: string | null;

  /** Origin of the result. */
  meta: Source;
}

interface PaidOrder {
  order_id: string;
  domain: string;
  /** Undefined if the registry decides later. */
  registered_at?: BusinessTime;
  expires_at?: BusinessTime;
}

export const checkoutResult = (
  { order_id, domain, registered_at, expires_at }: PaidOrder,
  source: string,
): CheckoutResult => ({
  order_id,
  domain,
  status: 'paid',
  domain_status: registered_at ? 'registered' : 'pending',
  registered_at: registered_at?.toISOString() ?? null,
  expires_at: expires_at?.toISOString() ?? null,
  meta: { source },
});

export class RenewRequest {
  /** Years to renew the registration for (1–10). @example 1 */
  @IntegerField({ min: 1, max: 10 }) years: number;
}
