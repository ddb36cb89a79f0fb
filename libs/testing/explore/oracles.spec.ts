import type { Observation } from './observation.js';
import { judge } from './oracles.js';
import { planOf } from './plan.js';

/** A purchase that the shop refuses, although nothing has failed. */
const refused = (plan: string) =>
  ({
    plan: planOf(plan),
    purchase: { domain: 'my-shop.com', years: 1, email: 'ada@example.com', token: 'token' },
    told: [{ verdict: 'no', text: '400', started: 0, ended: 1 }],
    attempts: [],
    verdict: 'no',
    paidInSpiteOfNo: false,
    isRefused: false,
    truth: { orders: [], requests: [], deliveries: [] },
    webhooks: [],
  }) as unknown as Observation;

const brokenBy = (plan: string) => {
  const choosesYears = { buy: true, renew: true };
  return judge(refused(plan), { choosesYears, reference: undefined, accepted: undefined }).map(({ oracle }) => oracle);
};

describe('a refusal without a reason', () => {
  it('is a finding for an ordinary name', () => expect(brokenBy('buy')).toEqual(['refused-without-reason']));

  it.each(['buy premium', 'buy years=2'])('is the choice of the shop for %s', plan =>
    expect(brokenBy(plan)).toEqual([]),
  );
});
