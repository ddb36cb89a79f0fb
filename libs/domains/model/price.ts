import { CURRENCIES, type Currency, DEFAULT_CURRENCY, isCurrency, tlds } from '../catalogue/catalogue.js';
import { type Availability, decide, type Decision } from './availability.js';
import { DomainName } from './domain-name.js';

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

/** The prices of a domain; for a taken domain, the list prices of its TLD. */
export function priceOf(name: DomainName, availability: Availability, currency: Currency, percent = 100): Price {
  const factor = availability === 'premium' ? premiumFactor(name.label) : 1;
  return listPriceOf(name.tld, currency, percent, factor);
}

/** The list prices of a TLD, multiplied by `factor` and by the `price_percent` of the tenant's registry. */
export function listPriceOf(tld: string, currency: Currency, percent = 100, factor = 1): Price {
  const [register, renew, transfer] = tlds.get(tld)!;
  // Multiplies converted prices, so that the factor is exact in every currency.
  const amount = (cents: number) => Math.round((fromCents(cents, currency) * factor * percent) / 100);
  return { currency, register: amount(register), renew: amount(renew), transfer: amount(transfer) };
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
export function toDecimalPrice({ currency, register, renew, transfer }: Price): Price {
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

/** Error of a sum of prices in floating point, in minor units. */
const MAX_SUM_ERROR = 1e-6;

/**
 * Whether an amount in units of the currency is at least a price in minor units. Clients add prices in floating point:
 * 11.99 + 6 × 14.99 is 101.92999999999999.
 */
export const covers = (amount: number, price: number, currency: Currency): boolean =>
  amount * 10 ** CURRENCIES[currency].decimals + MAX_SUM_ERROR >= price;

/** Converts US cents to minor units, rounding half up. */
function fromCents(cents: number, currency: Currency): number {
  const { per10000Usd, decimals } = CURRENCIES[currency];
  return Math.round((cents * per10000Usd * 10 ** decimals) / (10_000 * 100));
}

/** The 32-bit FNV-1a hash of an ASCII text. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The price of a domain for a number of years, and the catalogue's decision about its availability. */
export interface Quote {
  domain: string;
  /** The label in Unicode. */
  unicodeLabel: string;
  tld: string;
  catalogueDecision: Decision;
  currency: Currency;
  /** In minor units. */
  total: number;
}

const quoteWith =
  (totalOf: (price: Price, years: number) => number) =>
  (text: string, years: number, tenantCurrency: string, percent = 100): Quote => {
    const name = DomainName.parse(text);
    const catalogueDecision = decide(name.unicodeLabel);
    const price = priceOf(name, catalogueDecision.availability, supportedCurrency(tenantCurrency), percent);
    const { name: domain, unicodeLabel, tld } = name;
    return { domain, unicodeLabel, tld, catalogueDecision, currency: price.currency, total: totalOf(price, years) };
  };

/** The price of a registration. @throws InvalidDomain · UnsupportedTld */
export const quote = quoteWith(total);

/** The price of a renewal; each year costs the same. @throws InvalidDomain · UnsupportedTld */
export const quoteRenewal = quoteWith(({ renew }, years) => renew * years);

/** The price of a transfer, whose term is a year. @throws InvalidDomain · UnsupportedTld */
export const quoteTransfer = quoteWith(({ transfer }) => transfer);

/** The currency of a tenant, or the default if the catalogue does not support it. */
export const supportedCurrency = (currency: string): Currency => (isCurrency(currency) ? currency : DEFAULT_CURRENCY);
