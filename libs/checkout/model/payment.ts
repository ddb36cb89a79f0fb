import type { BusinessTime } from '#platform/model';
import { UnsupportedPaymentMethod } from './errors.js';

/** `test` succeeds, `test_declined` is declined. */
export const METHODS = ['test', 'test_declined'] as const;
export type Method = (typeof METHODS)[number];

/** Why a value is not a payment method; undefined if it is one. */
export function problemOfMethod(value: unknown): string | UnsupportedPaymentMethod | undefined {
  if (METHODS.includes(value as Method)) return undefined;
  return typeof value === 'string' ? new UnsupportedPaymentMethod(METHODS) : `must be one of ${METHODS.join(', ')}`;
}

/** A successful payment. Its reference cannot be used for another order until a reset removes the payment. */
export class Payment {
  tenantId: string;
  reference: string;
  orderId: string;
  method: Method;
  currency: string;
  /** In minor units. */
  total: number;
  paidAt: BusinessTime;
}
