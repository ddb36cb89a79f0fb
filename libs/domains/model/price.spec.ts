import fc from 'fast-check';
import { CURRENCIES } from '../catalogue/catalogue.js';
import { DomainName } from './domain-name.js';
import { type Currency, isCurrency, premiumFactor, type Price, priceOf, showPrice, toDecimal, total } from './price.js';
import { domainNames, plainLabels } from './testing/names.js';

const currencies = () => fc.constantFrom(...(Object.keys(CURRENCIES) as Currency[]));
const AMOUNTS = ['register', 'renew', 'transfer'] as const;
const quote = (name: string, availability: 'available' | 'taken' | 'premium', currency: Currency) =>
  priceOf(DomainName.parse(name), availability, currency);

describe('The price of a name', () => {
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
    // 11.99 USD × 0.92 = 11.0308 EUR; × 150 = 1798.5 JPY, and half a yen goes upwards.
    expect(quote('example.com', 'available', 'EUR').register).toBe(1103);
    expect(quote('example.com', 'available', 'JPY').register).toBe(1799);
  });

  it('is the list price for a taken name, even for one that would be premium', () => {
    expect(quote('premium-taken.com', 'taken', 'GBP')).toEqual(quote('example.com', 'available', 'GBP'));
  });

  it('is the list price times one factor for a premium name, in every currency and for all three', () => {
    fc.assert(
      fc.property(domainNames(), currencies(), (name, currency) => {
        const list = priceOf(name, 'available', currency);
        const premium = priceOf(name, 'premium', currency);
        const factor = premiumFactor(name.label);
        expect(AMOUNTS.map(part => premium[part])).toEqual(AMOUNTS.map(part => list[part] * factor));
      }),
    );
  });

  it('is positive, whole minor units in every currency', () => {
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

describe('The factor of a premium label', () => {
  it('is a whole number from 10 to 100', () => {
    fc.assert(
      fc.property(plainLabels(), label => {
        const factor = premiumFactor(label);
        expect(Number.isInteger(factor)).toBe(true);
        expect(factor).toBeGreaterThanOrEqual(10);
        expect(factor).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('reaches both ends and most of what lies between', () => {
    const factors = new Set(Array.from({ length: 2_000 }, (_, i) => premiumFactor(`premium-${i}`)));
    expect(factors).toContain(10);
    expect(factors).toContain(100);
    expect(factors.size).toBe(91);
  });

  it('stays what it was: integrators write it into their tests', () => {
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

describe('The total of some years', () => {
  const price: Price = { currency: 'USD', register: 1199, renew: 1499, transfer: 1199 };

  it.each([
    [1, 1199],
    [2, 2698],
    [10, 1199 + 9 * 1499],
  ])('%i year(s) cost %i cents', (years, cents) => expect(total(price, years)).toBe(cents));
});

describe('An amount as a caller sees it', () => {
  it('has as many decimals as the currency, never a third', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), currencies(), (minor, currency) => {
        const shown = JSON.stringify(toDecimal(minor, currency));
        expect(shown).toMatch(currency === 'JPY' ? /^\d+$/ : /^\d+(\.\d{1,2})?$/);
        expect(Number(shown)).toBe(Number(`${minor}e-${CURRENCIES[currency].decimals}`));
      }),
    );
  });

  it('shows all three prices of any name so', () => {
    expect(showPrice(quote('example.com', 'available', 'USD'))).toEqual({
      currency: 'USD',
      register: 11.99,
      renew: 14.99,
      transfer: 11.99,
    });
    fc.assert(
      fc.property(domainNames(), currencies(), (name, currency) => {
        const shown = showPrice(priceOf(name, 'premium', currency));
        for (const part of AMOUNTS) expect(String(shown[part])).toMatch(/^\d+(\.\d{1,2})?$/);
      }),
    );
  });
});

describe('The code of a currency', () => {
  it('is known when the catalogue prices it, in capitals', () => {
    expect(['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY'].every(isCurrency)).toBe(true);
    expect(['usd', 'XXX', '', 'toString', '__proto__', undefined, null, 1].some(isCurrency)).toBe(false);
  });
});
