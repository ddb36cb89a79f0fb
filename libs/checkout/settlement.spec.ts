import { businessTime } from '#platform/process/clock';
import { isRepeated, refusalOf, type PaymentState } from './settlement.js';

const open: PaymentState = {
  order: { id: 'ord_1', domain: 'name.com', status: 'created', years: 1, kind: 'registration', renews: null },
  earlier: null,
  registration: null,
  method: 'test',
  reference: 'r-1',
  now: businessTime('2027-01-01T00:00:00Z'),
};
const registration = { orderId: 'ord_0', expiresAt: businessTime('2036-01-01T00:00:00Z') };
const renewal: PaymentState = { ...open, order: { ...open.order, kind: 'renewal', renews: 'ord_0' }, registration };
const paid: PaymentState['order'] = { ...open.order, status: 'paid' };

const codeOf = (state: PaymentState) => refusalOf(state)?.code;

describe('a payment', () => {
  it('is taken when no rule is broken', () => {
    expect(refusalOf(open)).toBeUndefined();
  });

  it('is refused when its reference was used for another order, whatever other rules are broken', () => {
    const earlier = { orderId: 'ord_2' };
    expect(codeOf({ ...open, earlier })).toBe('PAYMENT_REFERENCE_USED');
    expect(codeOf({ ...open, order: paid, earlier, registration, method: 'test_declined' })).toBe(
      'PAYMENT_REFERENCE_USED',
    );
  });

  it('is refused when the order was paid with another reference', () => {
    expect(codeOf({ ...open, order: paid, registration })).toBe('ORDER_ALREADY_PAID');
  });

  it('is refused rather than declined when the domain is registered', () => {
    expect(codeOf({ ...open, registration, method: 'test_declined' })).toBe('DOMAIN_TAKEN');
  });

  it('of a renewal is refused when the registration was released, also if the domain was registered again', () => {
    expect(codeOf(renewal)).toBeUndefined();
    expect(codeOf({ ...renewal, registration: null })).toBe('REGISTRATION_RELEASED');
    expect(codeOf({ ...renewal, registration: { ...registration, orderId: 'ord_3' } })).toBe('REGISTRATION_RELEASED');
    const lapsed = { ...registration, expiresAt: businessTime('2026-12-02T00:00:00Z') };
    expect(codeOf({ ...renewal, registration: lapsed })).toBe('REGISTRATION_RELEASED');
    const held = { ...lapsed, expiresAt: businessTime('2026-12-02T00:00:00.001Z') };
    expect(codeOf({ ...renewal, registration: held })).toBeUndefined();
  });

  it('of a renewal is refused when the term would end more than 10 years from now, also if it would be declined', () => {
    const expiresAt = businessTime('2036-01-01T00:00:00.001Z');
    const state = { ...renewal, registration: { ...registration, expiresAt } };
    expect(codeOf(state)).toBe('TERM_TOO_LONG');
    expect(codeOf({ ...state, method: 'test_declined' })).toBe('TERM_TOO_LONG');
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
