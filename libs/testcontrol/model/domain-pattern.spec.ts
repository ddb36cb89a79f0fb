import fc from 'fast-check';
import { matchesDomain, problemOfPattern } from './domain-pattern.js';

const text = fc.stringMatching(/^[a-z0-9.-]{1,12}$/);

describe('a domain pattern', () => {
  it('matches like the regular expression with .* for the *', () => {
    const pattern = fc.oneof(
      text,
      text.map(end => `*${end}`),
      text.map(start => `${start}*`),
      fc.constant('*'),
    );
    fc.assert(
      fc.property(pattern, text, text, (given, start, end) => {
        const form = new RegExp(`^${given.replace(/[.-]/g, '\\$&').replace('*', '.*')}$`);
        for (const domain of [start + end, given.replace('*', start), start + given, given + end])
          expect(matchesDomain(given, domain)).toBe(form.test(domain));
      }),
    );
  });

  it.each(['shop.com', '*.com', 'shop-*', '*', 'münchen.com', 'Shop.COM'])('can be %s', pattern => {
    expect(problemOfPattern(pattern)).toBeUndefined();
  });

  it.each(['', '*a*', 'a*b', '**', 'a b', 'a\n', 'x'.repeat(256), 7, null, ['a']])('cannot be %j', pattern => {
    expect(problemOfPattern(pattern)).toMatch(/^must be a domain/);
  });
});
