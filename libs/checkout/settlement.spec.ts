import { isRepeated, refusalOf, type Situation } from './settlement.js';

const open: Situation = {
  order: { id: 'ord_1', domain: 'name.com', status: 'created' },
  earlier: null,
  registered: false,
  method: 'test',
  reference: 'r-1',
};
const paid: Situation['order'] = { ...open.order, status: 'paid' };

const codeOf = (situation: Situation) => refusalOf(situation)?.code;

describe('a payment', () => {
  it('is taken when nothing is in its way', () => {
    expect(refusalOf(open)).toBeUndefined();
  });

  it('is refused when another order has its reference, whatever else is wrong', () => {
    const earlier = { orderId: 'ord_2' };
    expect(codeOf({ ...open, earlier })).toBe('PAYMENT_REFERENCE_USED');
    expect(codeOf({ order: paid, earlier, registered: true, method: 'test_declined', reference: 'r-1' })).toBe(
      'PAYMENT_REFERENCE_USED',
    );
  });

  it('is refused when the order was paid under another reference', () => {
    expect(codeOf({ ...open, order: paid, registered: true })).toBe('ORDER_ALREADY_PAID');
  });

  it('is refused, even before it is declined, when the tenant has the name by now', () => {
    expect(codeOf({ ...open, registered: true, method: 'test_declined' })).toBe('DOMAIN_TAKEN');
  });

  it('is declined when it asks to be', () => {
    expect(codeOf({ ...open, method: 'test_declined' })).toBe('PAYMENT_DECLINED');
  });

  it('is the same again when its reference belongs to this order', () => {
    expect(isRepeated({ ...open, order: paid, earlier: { orderId: 'ord_1' } })).toBe(true);
    expect(isRepeated({ ...open, order: paid, earlier: { orderId: 'ord_2' } })).toBe(false);
    expect(isRepeated(open)).toBe(false);
  });
});
