import { Conflict, Unpaid } from '#platform/model';

/** `test` succeeds, `test_declined` is declined. */
export const METHODS = ['test', 'test_declined'] as const;
export type Method = (typeof METHODS)[number];

export const isMethod = (value: unknown): value is Method => METHODS.includes(value as Method);

/** A successful payment. Its reference can never be used for another order. */
export class Payment {
  tenantId: string;
  reference: string;
  orderId: string;
  method: Method;
  currency: string;
  /** In minor units. */
  total: number;
  paidAt: Date;
}

/** 409: the reference names the payment of another order. */
export class PaymentReferenceUsed extends Conflict {
  constructor(reference: string) {
    super('PAYMENT_REFERENCE_USED', `The payment reference "${reference}" belongs to another order; choose a new one.`);
  }
}

/** 409: the order was paid under another reference. */
export class OrderAlreadyPaid extends Conflict {
  constructor() {
    super('ORDER_ALREADY_PAID', 'This order was paid under another payment reference; nothing was charged again.');
  }
}

/** 402: the order stands as it was and can be paid again. */
export class PaymentDeclined extends Unpaid {
  constructor() {
    super('PAYMENT_DECLINED', 'The payment was declined and nothing was charged; the order can be paid again.');
  }
}
