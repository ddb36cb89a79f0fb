export const EXPLORATIONS = '/api/v1/sandbox/control/explorations';

export const STEP = { at: -1, duration: 35.5, from: 'shop', text: 'checkout: 504\nagain', fault: null, failed: true };

export const FINDING = {
  oracle: 'paid-twice',
  title: 'The customer was charged twice',
  plan: 'buy + checkout:reset/after',
  domain: 'shop-1.com',
  told: 'The order failed.',
  truth: 'The order is paid twice.',
  advice: 'Repeat the checkout with the same idempotency key.',
  docs: '/docs/idempotency',
  replay: "nameyard explore --replay 'buy + checkout:reset/after'",
  story: [STEP, { ...STEP, at: 1_200, from: 'customer', text: 'POST /orders: 502', fault: 'flt_1' }],
  also: ['buy + checkout:hang/after'],
};

/** A report of an exploration that found nothing, except for the given members. */
export const report = (members: object = {}) => ({
  nameyard: '1.0.0',
  world: 'w-1',
  started_at: '2027-01-01T00:00:00.000Z',
  duration: 41_000,
  scenarios: 12,
  findings: [],
  not_reproduced: [],
  plans: [{ plan: 'buy', result: 'passed', duration: 800 }],
  left: 3,
  coverage: { met: ['checkout 200'], never_met: ['checkout 402 PAYMENT_DECLINED'] },
  ...members,
});
