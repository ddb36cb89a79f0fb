import { businessTime } from '#platform/model';
import { renewalTerms } from './renewal-term.js';

const NOW = businessTime('2026-11-22T12:00:00Z');
const termsOf = (expiresAt: string, domain = 'example.com') =>
  renewalTerms({ domain, expiresAt: businessTime(expiresAt) }, 'USD', NOW);

describe('renewal terms', () => {
  it('end at most 10 years from now', () => {
    expect(termsOf('2027-11-22T12:00:00Z').map(({ years }) => years)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(termsOf('2035-11-22T12:00:00Z')).toMatchObject([{ years: 1, expiresAt: new Date('2036-11-22T12:00:00Z') }]);
    expect(termsOf('2035-11-22T12:00:00.001Z')).toEqual([]);
  });

  it('have at most 10 years, also for a registration that expired long ago', () => {
    expect(termsOf('2020-01-01T00:00:00Z').at(-1)).toMatchObject({ years: 10 });
  });

  it('cost the renewal price of each year, also for premium names', () => {
    const [one, two] = termsOf('2027-01-01T00:00:00Z', 'premium-tools.io');
    const [list] = termsOf('2027-01-01T00:00:00Z', 'example.io');
    expect(two!.total).toBe(2 * one!.total);
    expect(one!.total).toBeGreaterThan(list!.total);
  });
});
