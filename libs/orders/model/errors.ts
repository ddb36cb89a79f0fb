import { type BrokenField, invalid } from '#platform/model';

export class PriceNotAccepted extends invalid({
  code: 'PRICE_NOT_ACCEPTED',
  description:
    'The price is higher than `max_amount`, or the domain has a premium price, which the tenant requires you to accept with `max_amount`. Nothing was ordered. `error.details` has the price.',
  advice: 'Show your customer the price, and send it as `max_amount` if it is accepted.',
  details: [
    {
      field: 'max_amount.total',
      message: 'is less than the price, 11.99 USD',
      amount: { currency: 'USD', total: 11.99 },
    },
  ],
  reproduce: 'Order a domain with `"max_amount": {"currency": "USD", "total": 1}`.',
}) {
  constructor(field: string, problem: string, amount: Required<BrokenField>['amount']) {
    const message = `${problem}, ${amount.total} ${amount.currency}`;
    super(`${field} ${message}.`, { details: [{ field, message, amount }] });
  }
}
