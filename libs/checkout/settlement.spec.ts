import { isRepeated, refusalOf, type PaymentState } from './settlement.js';

const open: PaymentState = {
  order: { id: 'ord_1', domain: 'name.com', status: 'created' },
  earlier: null,
  isRegistered: false,
  method: 'test',
  reference: 'r-1',
};
const paid: PaymentState['order'] = { ...open.order, status: 'paid' };

const codeOf = (state: PaymentState) => refusalOf(state)?.code;

describe('a payment', () => {
  it('is taken when no rule is broken', () => {
    expect(refusalOf(open)).toBeUndefined();
  });

  it('is refused when its reference was used for another order, whatever other rules are broken', () => {
    const earlier = { orderId: 'ord_2' };
    expect(codeOf({ ...open, earlier })).toBe('PAYMENT_REFERENCE_USED');
    expect(codeOf({ order: paid, earlier, isRegistered: true, method: 'test_declined', reference: 'r-1' })).toBe(
      'PAYMENT_REFERENCE_USED',
    );
  });

  it('is refused when the order was paid with another reference', () => {
    expect(codeOf({ ...open, order: paid, isRegistered: true })).toBe('ORDER_ALREADY_PAID');
  });

  it('is refused rather than declined when the domain is registered', () => {
    expect(codeOf({ ...open, isRegistered: true, method: 'test_declined' })).toBe('DOMAIN_TAKEN');
  });

  it('is declined with the method test_declined', () => {
    expect(codeOf({ ...open, method: 'test_declined' })).toBe('PAYMENT_DECLINED');
  });

  it('is repeated when the order was paid with the same reference', () => {
    expect(isRepeated({ ...open, order: paid, earlier: { orderId: 'ord_1' } })).toBe(true);
    expect(isRepeated({ ...open, order: paid, earlier: { orderId: 'ord_2' } })).toBe(false);
    expect(isRepeated(open)).toBe(false);
  });
});
