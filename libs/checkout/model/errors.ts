import { conflict, invalid, maskCardNumbers, paymentRequired } from '#platform/model';

export class UnsupportedPaymentMethod extends invalid({
  code: 'UNSUPPORTED_PAYMENT_METHOD',
  description: 'The payment method is not supported.',
  advice: 'Use `test` or `test_declined` in the sandbox, and `account` at the registrar.',
  reproduce: 'Check out with the payment method `card`.',
  message: (methods: readonly string[]) => `The payment method must be one of ${methods.join(', ')}.`,
}) {}

export class PaymentReferenceUsed extends conflict({
  code: 'PAYMENT_REFERENCE_USED',
  description: 'The payment reference was already used for another order.',
  advice: 'Use a new payment reference for each order.',
  reproduce: 'Pay two orders with the same payment reference.',
  message: (reference: string) =>
    `The payment reference "${maskCardNumbers(reference)}" was already used for another order; choose a new one.`,
}) {}

export class OrderAlreadyPaid extends conflict({
  code: 'ORDER_ALREADY_PAID',
  description: 'The order was already paid with another payment reference.',
  advice: 'Use the result of the first payment. Nothing was charged again.',
  reproduce: 'Pay an order twice, with different payment references.',
}) {}

export class OrderRefunded extends conflict({
  code: 'ORDER_REFUNDED',
  description: 'The order was paid and refunded. It cannot be paid again.',
  advice: 'Place a new order.',
  reproduce: 'Pay an order of `rejected.com`, wait until it has failed, and pay it with another reference.',
}) {}

/** The order can be paid again. */
export class PaymentDeclined extends paymentRequired({
  code: 'PAYMENT_DECLINED',
  description: 'The payment was declined. The order can be paid again.',
  advice: 'The method `test_declined` always declines. Pay the same order again with the method `test`.',
  reproduce: 'Check out with the payment method `test_declined`.',
}) {}
