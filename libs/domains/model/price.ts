import { CURRENCIES, type Currency, type ListPrices, tlds } from '../catalogue/catalogue.js';
import type { DomainName } from './domain-name.js';
import type { Availability } from './availability.js';

export type { Currency };

export const CURRENCY_CODES = Object.keys(CURRENCIES) as Currency[];

/** Prices of a domain in minor units of the currency: cents for USD, yen for JPY. */
export interface Price {
  readonly currency: Currency;
  /** For the first year. */
  readonly register: number;
  /** For each further year. */
  readonly renew: number;
  /** For a transfer from another registrar. */
  readonly transfer: number;
}

const MIN_PREMIUM_FACTOR = 10;
const MAX_PREMIUM_FACTOR = 100;

// Converted once at startup, because each search returns six prices.
const listPrices: ReadonlyMap<Currency, ReadonlyMap<string, Price>> = new Map(
  CURRENCY_CODES.map(currency => [currency, new Map([...tlds].map(([tld, usd]) => [tld, listPrice(usd, currency)]))]),
);

const decimalListPrices: ReadonlyMap<Price, Price> = new Map(
  [...listPrices.values()].flatMap(prices => [...prices.values()].map(price => [price, convertToDecimal(price)])),
);

/** The prices of a domain; for a taken domain, the list prices of its TLD. */
export function priceOf(name: DomainName, availability: Availability, currency: Currency): Price {
  const list = listPrices.get(currency)?.get(name.tld);
  if (list === undefined) throw new RangeError(`The catalogue has no price in ${currency} for .${name.tld}.`);
  return availability === 'premium' ? multiply(list, premiumFactor(name.label)) : list;
}

/** The factor by which a premium label is more expensive than the list price. It depends on the label only. */
export function premiumFactor(label: string): number {
  return MIN_PREMIUM_FACTOR + (fnv1a(label) % (MAX_PREMIUM_FACTOR - MIN_PREMIUM_FACTOR + 1));
}

/** The price of several years in minor units: one registration, then renewals. */
export function total(price: Price, years: number): number {
  return price.register + price.renew * (years - 1);
}

/** Prices in units of the currency, with at most two decimals. */
export function toDecimalPrice(price: Price): Price {
  return decimalListPrices.get(price) ?? convertToDecimal(price);
}

function convertToDecimal({ currency, register, renew, transfer }: Price): Price {
  return {
    currency,
    register: toDecimal(register, currency),
    renew: toDecimal(renew, currency),
    transfer: toDecimal(transfer, currency),
  };
}

/**
 * Converts minor units to units of the currency. Dividing two integers gives the double closest to the amount, which
 * prints with no more decimals than the currency has.
 */
export function toDecimal(minor: number, currency: Currency): number {
  return minor / 10 ** CURRENCIES[currency].decimals;
}

function listPrice([register, renew, transfer]: ListPrices, currency: Currency): Price {
  return Object.freeze({
    currency,
    register: fromCents(register, currency),
    renew: fromCents(renew, currency),
    transfer: fromCents(transfer, currency),
  });
}

/** Converts US cents to minor units with integers, rounding half up. */
function fromCents(cents: number, currency: Currency): number {
  const { per10000Usd, decimals } = CURRENCIES[currency];
  const numerator = cents * per10000Usd * 10 ** decimals;
  const denominator = 10_000 * 100;
  const remainder = numerator % denominator;
  return (numerator - remainder) / denominator + (2 * remainder >= denominator ? 1 : 0);
}

/** Multiplies converted prices, so that the factor is exact in every currency. */
function multiply(price: Price, factor: number): Price {
  return {
    currency: price.currency,
    register: price.register * factor,
    renew: price.renew * factor,
    transfer: price.transfer * factor,
  };
}

/** The 32-bit FNV-1a hash of an ASCII text. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
