import fc from 'fast-check';
import { CURRENCIES, type Currency, isCurrency } from '../catalogue/catalogue.js';
import { DomainName } from './domain-name.js';
import { covers, premiumFactor, type Price, priceOf, toDecimal, toDecimalPrice, total } from './price.js';
import { domainNames, plainLabels } from '../../../test/support/domain-names.js';

const currencies = () => fc.constantFrom(...(Object.keys(CURRENCIES) as Currency[]));
const AMOUNTS = ['register', 'renew', 'transfer'] as const;
const quote = (name: string, availability: 'available' | 'taken' | 'premium', currency: Currency) =>
  priceOf(DomainName.parse(name), availability, currency);

describe('the price of a domain', () => {
  it('is the list price of its TLD, in cents', () => {
    expect(quote('example.com', 'available', 'USD')).toEqual({
      currency: 'USD',
      register: 1199,
      renew: 1499,
      transfer: 1199,
    });
    expect(quote('example.co.uk', 'available', 'USD').renew).not.toBe(quote('example.com', 'available', 'USD').renew);
  });

  it('is converted at the fixed rate and rounded to the minor unit', () => {
    // 11.99 USD × 0.92 = 11.0308 EUR; 11.99 USD × 150 = 1798.5 JPY, rounded half up.
    expect(quote('example.com', 'available', 'EUR').register).toBe(1103);
    expect(quote('example.com', 'available', 'JPY').register).toBe(1799);
  });

  it('is the list price for a taken domain, even with a premium label', () => {
    expect(quote('premium-taken.com', 'taken', 'GBP')).toEqual(quote('example.com', 'available', 'GBP'));
  });

  it('is the list price times the same factor for all prices of a premium domain in every currency', () => {
    fc.assert(
      fc.property(domainNames(), currencies(), (name, currency) => {
        const list = priceOf(name, 'available', currency);
        const premium = priceOf(name, 'premium', currency);
        const factor = premiumFactor(name.label);
        expect(AMOUNTS.map(part => premium[part])).toEqual(AMOUNTS.map(part => list[part] * factor));
      }),
    );
  });

  it('is a positive integer in every currency', () => {
    fc.assert(
      fc.property(domainNames(), currencies(), (name, currency) => {
        for (const availability of ['available', 'premium'] as const) {
          const price = priceOf(name, availability, currency);
          expect(price.currency).toBe(currency);
          for (const part of AMOUNTS) expect(Number.isSafeInteger(price[part]) && price[part] > 0).toBe(true);
        }
      }),
    );
  });
});

describe('the factor of a premium label', () => {
  it('is an integer from 10 to 100', () => {
    fc.assert(
      fc.property(plainLabels(), label => {
        const factor = premiumFactor(label);
        expect(Number.isInteger(factor)).toBe(true);
        expect(factor).toBeGreaterThanOrEqual(10);
        expect(factor).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('takes all values from 10 to 100', () => {
    const factors = new Set(Array.from({ length: 2_000 }, (_, i) => premiumFactor(`premium-${i}`)));
    expect(factors).toContain(10);
    expect(factors).toContain(100);
    expect(factors.size).toBe(91);
  });

  it('stays the same, because integrators use it in their tests', () => {
    expect(['premium', 'ai', 'premium-shoes', 'xn--tda'].map(premiumFactor)).toMatchInlineSnapshot(`
      [
        21,
        72,
        40,
        98,
      ]
    `);
  });
});

describe('the total', () => {
  const price: Price = { currency: 'USD', register: 1199, renew: 1499, transfer: 1199 };

  it.each([
    [1, 1199],
    [2, 2698],
    [10, 1199 + 9 * 1499],
  ])('of %i year(s) is %i cents', (years, cents) => expect(total(price, years)).toBe(cents));
});

describe('an amount in units of the currency', () => {
  it('has at most as many decimals as the currency', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), currencies(), (minor, currency) => {
        const shown = JSON.stringify(toDecimal(minor, currency));
        expect(shown).toMatch(currency === 'JPY' ? /^\d+$/ : /^\d+(\.\d{1,2})?$/);
        expect(Number(shown)).toBe(Number(`${minor}e-${CURRENCIES[currency].decimals}`));
      }),
    );
  });

  it('is given for all three prices of a domain', () => {
    expect(toDecimalPrice(quote('example.com', 'available', 'USD'))).toEqual({
      currency: 'USD',
      register: 11.99,
      renew: 14.99,
      transfer: 11.99,
    });
    fc.assert(
      fc.property(domainNames(), currencies(), (name, currency) => {
        const shown = toDecimalPrice(priceOf(name, 'premium', currency));
        for (const part of AMOUNTS) expect(String(shown[part])).toMatch(/^\d+(\.\d{1,2})?$/);
      }),
    );
  });
});

describe('isCurrency', () => {
  it('accepts only upper-case codes of supported currencies', () => {
    expect(['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY'].every(isCurrency)).toBe(true);
    expect(['usd', 'XXX', '', 'toString', '__proto__', undefined, null, 1].some(isCurrency)).toBe(false);
  });
});

describe('an amount of a client', () => {
  it('covers a price whose parts were added in floating point, but not one that is a minor unit higher', () => {
    const minor = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(minor, minor, fc.integer({ min: 1, max: 10 }), currencies(), (register, renew, years, currency) => {
        const price = register + renew * (years - 1);
        const sum = toDecimal(register, currency) + toDecimal(renew, currency) * (years - 1);
        expect(covers(sum, price, currency)).toBe(true);
        expect(covers(toDecimal(price - 1, currency), price, currency)).toBe(false);
      }),
    );
    expect(covers(11.985, 1199, 'USD')).toBe(false);
  });
});
