import { CURRENCIES, type Currency, type ListPrices, tlds } from '../catalogue/catalogue.js';
import type { DomainName } from './domain-name.js';
import type { Availability } from './availability.js';

export { type Currency, DEFAULT_CURRENCY, isCurrency } from '../catalogue/catalogue.js';

/** Everything that a tenant's prices can be shown in. */
export const CURRENCY_CODES = Object.keys(CURRENCIES) as Currency[];

/** What a name costs, in whole minor units of the currency (cents; yen has none, so yen). */
export interface Price {
  readonly currency: Currency;
  /** The first year. */
  readonly register: number;
  /** Each further year. */
  readonly renew: number;
  /** Bringing it over from another registrar. */
  readonly transfer: number;
}

/** The same as a caller sees it: numbers in units of the currency, with at most two decimals. */
export type ShownPrice = Price;

/** A premium name costs this many times the list price, both ends included. */
const PREMIUM_FACTORS = { from: 10, to: 100 };

// Converted once: a search quotes six prices, and the list never changes while the process runs.
const listPrices: ReadonlyMap<Currency, ReadonlyMap<string, Price>> = new Map(
  (Object.keys(CURRENCIES) as Currency[]).map(currency => [
    currency,
    new Map([...tlds].map(([tld, usd]) => [tld, listPrice(usd, currency)])),
  ]),
);

const shownListPrices: ReadonlyMap<Price, ShownPrice> = new Map(
  [...listPrices.values()].flatMap(prices => [...prices.values()].map(price => [price, inDecimals(price)])),
);

/** What a name costs in a currency. A taken one has the list price: it is what a transfer would be reckoned from. */
export function priceOf(name: DomainName, availability: Availability, currency: Currency): Price {
  const list = listPrices.get(currency)?.get(name.tld);
  if (list === undefined) throw new RangeError(`The catalogue has no price in ${currency} for .${name.tld}.`);
  return availability === 'premium' ? times(list, premiumFactor(name.label)) : list;
}

/** How many times the list price a premium label costs: 10 to 100, decided by the label alone. */
export function premiumFactor(label: string): number {
  return PREMIUM_FACTORS.from + (fnv1a(label) % (PREMIUM_FACTORS.to - PREMIUM_FACTORS.from + 1));
}

/** Minor units for a number of whole years: the first at the price of a registration, the others at that of a renewal. */
export function total(price: Price, years: number): number {
  return price.register + price.renew * (years - 1);
}

/** A price as a caller sees it. */
export function showPrice(price: Price): ShownPrice {
  return shownListPrices.get(price) ?? inDecimals(price);
}

function inDecimals({ currency, register, renew, transfer }: Price): ShownPrice {
  return {
    currency,
    register: toDecimal(register, currency),
    renew: toDecimal(renew, currency),
    transfer: toDecimal(transfer, currency),
  };
}

/**
 * Minor units as a number of units. One division of two integers gives the double closest to the true amount, and that
 * double is printed with no more decimals than the currency has.
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

/** Converts US cents to minor units, half a unit upwards. Integers throughout, far below 2^53. */
function fromCents(cents: number, currency: Currency): number {
  const { per10000Usd, decimals } = CURRENCIES[currency];
  const numerator = cents * per10000Usd * 10 ** decimals;
  const denominator = 10_000 * 100;
  const rest = numerator % denominator;
  return (numerator - rest) / denominator + (2 * rest >= denominator ? 1 : 0);
}

/** Multiplied after the conversion, so that the factor is exact in every currency. */
function times(price: Price, factor: number): Price {
  return {
    currency: price.currency,
    register: price.register * factor,
    renew: price.renew * factor,
    transfer: price.transfer * factor,
  };
}

/** The 32-bit FNV-1a hash (Fowler, Noll, Vo), over a text that is ASCII: an A-label always is. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
