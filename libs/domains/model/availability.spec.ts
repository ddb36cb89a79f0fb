import fc from 'fast-check';
import { reservedNames } from '../catalogue/catalogue.js';
import { DomainName } from './domain-name.js';
import { type Availability, availabilityOf } from './availability.js';
import { anyTld, domainNames } from './testing/names.js';

const TABLE: [label: string, availability: Availability][] = [
  ['example', 'available'],
  ['abc', 'available'],
  ['123', 'available'],
  ['bücher', 'available'],
  ['google', 'taken'],
  ['ｇｏｏｇｌｅ', 'taken'],
  ['google-shop', 'available'],
  ['mygoogle', 'available'],
  ['coca-cola', 'taken'],
  ['taken', 'taken'],
  ['already-taken', 'taken'],
  ['taken-already', 'taken'],
  ['not-taken-yet', 'taken'],
  ['registered', 'taken'],
  ['registered-mark', 'taken'],
  ['bücher-taken', 'taken'],
  ['mistaken', 'available'],
  ['takenaway', 'available'],
  ['unregistered', 'available'],
  ['premium', 'premium'],
  ['premium-shoes', 'premium'],
  ['bücher-premium', 'premium'],
  ['premiums', 'available'],
  ['premium-taken', 'taken'],
  ['registered-premium', 'taken'],
  ['a', 'premium'],
  ['a1', 'premium'],
  ['hp', 'taken'],
  ['ü', 'premium'],
  ['üü', 'premium'],
  ['üüü', 'available'],
  ['💩', 'premium'],
  ['💩💩', 'premium'],
  ['💩💩💩', 'available'],
  // Their A-labels contain keywords (xn--taken-x-…, xn--premium-…), but the Unicode form decides.
  ['ütaken-x', 'available'],
  ['übertaken-x', 'available'],
  ['épremium', 'available'],
];

describe('the availability of a domain', () => {
  it.each(TABLE)('%s is %s', (label, availability) => {
    expect(availabilityOf(DomainName.parse(`${label}.com`).unicodeLabel)).toBe(availability);
    expect(availabilityOf(DomainName.parse(`${label}.co.uk`).unicodeLabel)).toBe(availability);
  });

  it('is taken for reserved names under every TLD', () => {
    fc.assert(
      fc.property(fc.constantFrom(...reservedNames), anyTld(), (label, tld) => {
        expect(availabilityOf(DomainName.parse(`${label}.${tld}`).unicodeLabel)).toBe('taken');
      }),
    );
  });

  it('depends only on the label', () => {
    fc.assert(
      fc.property(domainNames(), anyTld(), (name, tld) => {
        expect(availabilityOf(DomainName.parse(`${name.label}.${tld}`).unicodeLabel)).toBe(
          availabilityOf(name.unicodeLabel),
        );
      }),
    );
  });
});
