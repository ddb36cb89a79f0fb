import fc from 'fast-check';
import { reservedNames } from '../catalogue/catalogue.js';
import { DomainName } from './domain-name.js';
import { type Availability, decide, decideForTenant, type Rule, RULES } from './availability.js';
import { anyTld, domainNames } from '../../../test/support/domain-names.js';

const TABLE: [label: string, availability: Availability, rule: Rule][] = [
  ['example', 'available', 'default'],
  ['abc', 'available', 'default'],
  ['123', 'available', 'default'],
  ['bücher', 'available', 'default'],
  ['google', 'taken', 'reserved-name'],
  ['ｇｏｏｇｌｅ', 'taken', 'reserved-name'],
  ['google-shop', 'available', 'default'],
  ['mygoogle', 'available', 'default'],
  ['coca-cola', 'taken', 'reserved-name'],
  ['taken', 'taken', 'word'],
  ['already-taken', 'taken', 'word'],
  ['taken-already', 'taken', 'word'],
  ['not-taken-yet', 'taken', 'word'],
  ['registered', 'taken', 'word'],
  ['registered-mark', 'taken', 'word'],
  ['bücher-taken', 'taken', 'word'],
  ['mistaken', 'available', 'default'],
  ['takenaway', 'available', 'default'],
  ['unregistered', 'available', 'default'],
  ['premium', 'premium', 'word'],
  ['premium-shoes', 'premium', 'word'],
  ['bücher-premium', 'premium', 'word'],
  ['premiums', 'available', 'default'],
  ['premium-taken', 'taken', 'word'],
  ['registered-premium', 'taken', 'word'],
  ['a', 'premium', 'short-label'],
  ['a1', 'premium', 'short-label'],
  ['hp', 'taken', 'reserved-name'],
  ['ü', 'premium', 'short-label'],
  ['üü', 'premium', 'short-label'],
  ['üüü', 'available', 'default'],
  ['💩', 'premium', 'short-label'],
  ['💩💩', 'premium', 'short-label'],
  ['💩💩💩', 'available', 'default'],
  // Their A-labels contain keywords (xn--taken-x-…, xn--premium-…), but the Unicode form decides.
  ['ütaken-x', 'available', 'default'],
  ['übertaken-x', 'available', 'default'],
  ['épremium', 'available', 'default'],
];

describe('the availability of a domain', () => {
  it.each(TABLE)('%s is %s by the rule %s', (label, availability, rule) => {
    expect(decide(DomainName.parse(`${label}.com`).unicodeLabel)).toEqual({ availability, rule });
    expect(decide(DomainName.parse(`${label}.co.uk`).unicodeLabel)).toEqual({ availability, rule });
  });

  it('is taken for reserved names under every TLD', () => {
    fc.assert(
      fc.property(fc.constantFrom(...reservedNames), anyTld(), (label, tld) => {
        expect(decide(DomainName.parse(`${label}.${tld}`).unicodeLabel)).toEqual({
          availability: 'taken',
          rule: 'reserved-name',
        });
      }),
    );
  });

  it('depends only on the label', () => {
    fc.assert(
      fc.property(domainNames(), anyTld(), (name, tld) => {
        expect(decide(DomainName.parse(`${name.label}.${tld}`).unicodeLabel)).toEqual(decide(name.unicodeLabel));
      }),
    );
  });
});

describe('the availability of a domain for a tenant', () => {
  const registered = { availability: 'taken', rule: 'registered' };

  it.each([
    ['example', registered],
    ['premium', registered],
    ['ab', registered],
    ['google', { availability: 'taken', rule: 'reserved-name' }],
    ['already-taken', { availability: 'taken', rule: 'word' }],
  ])('follows the first rule that takes %s after a registration', (label, decision) => {
    expect(decideForTenant(decide(label), 'registered')).toEqual(decision);
  });

  it.each(TABLE)('of %s is that of the catalogue without a registration', label => {
    expect(decideForTenant(decide(label), undefined)).toEqual(decide(label));
  });

  it('is decided by each rule that is documented', () => {
    const rules: string[] = [
      ...TABLE.map(([, , rule]) => rule),
      ...(['registered', 'pending'] as const).map(holding => decideForTenant(decide('example'), holding).rule),
    ];
    expect([...new Set(rules)].sort()).toEqual([...RULES].sort());
  });
});
