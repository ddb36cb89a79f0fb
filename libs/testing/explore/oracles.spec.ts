import type { Observation } from './observation.js';
import { judge } from './oracles.js';
import { planOf } from './plan.js';

/** A purchase that the shop refuses, although nothing has failed. */
const refused = (plan: string) =>
  ({
    plan: planOf(plan),
    purchase: { domain: 'my-shop.com', years: 1, email: 'ada@example.com', token: 'token' },
    responses: [{ verdict: 'no', text: '400', started: 0, ended: 1 }],
    attempts: [],
    verdict: 'no',
    hasPaidDespiteNo: false,
    isRefused: false,
    truth: { orders: [], requests: [], deliveries: [] },
    webhooks: [],
  }) as unknown as Observation;

const violationsOf = (plan: string, more: object = {}) => {
  const context = { choosesYears: { buy: true, renew: true }, reference: undefined, accepted: undefined };
  return judge({ ...refused(plan), ...more }, context);
};

const brokenBy = (plan: string, more: object = {}) => violationsOf(plan, more).map(({ oracle }) => oracle);

describe('a refusal without a reason', () => {
  it('is a finding for an ordinary name', () => expect(brokenBy('buy')).toEqual(['refused-without-reason']));

  it.each(['buy premium', 'buy years=2'])('is the choice of the shop for %s', plan =>
    expect(brokenBy(plan)).toEqual([]),
  );
});

describe('a customer who was told no, but has paid', () => {
  const order = { order_id: 'ord_1', kind: 'registration', years: 1, domain_status: 'registered' };
  const truthOf = (status: string) =>
    violationsOf('buy', {
      hasPaidDespiteNo: true,
      isRefused: true,
      truth: { orders: [{ ...order, status }], requests: [], deliveries: [] },
    }).map(({ oracle, truth }) => [oracle, truth]);

  it('is a finding, also if the order is refunded later', () => {
    expect(truthOf('paid')).toEqual([['told-no', 'ord_1 is paid.']]);
    expect(truthOf('refunded')).toEqual([['told-no', expect.stringMatching(/^The order was paid .* refunded/)]]);
  });
});

describe('requests to a facade', () => {
  const at = (second: number) => new Date(second * 1_000).toISOString();
  const call = { facade: 'dnsimple', method: 'POST', path: '/registrations', duration_ms: 0, status: 400 };
  const order = { ...call, operation: 'order', at: at(0) };
  const checkout = { ...call, operation: 'checkout', at: at(0.1) };

  it.each([
    ['retry-after', { ...order, status: 429, code: 'RATE_LIMITED' }],
    ['repeated-final-error', { ...order, code: 'DOMAIN_TAKEN' }],
  ])('are attempts of one call, also if they began different operations last: %s', (oracle, first) =>
    expect(brokenBy('buy', { isRefused: true, attempts: [[first, checkout]] })).toEqual([oracle]),
  );

  it('are not compared with other calls', () => {
    const other = { ...checkout, path: '/renewals' };
    expect(brokenBy('buy', { isRefused: true, attempts: [[{ ...order, code: 'DOMAIN_TAKEN' }, other]] })).toEqual([]);
  });
});
