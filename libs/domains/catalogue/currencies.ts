/**
 * The currencies that the catalogue prices. `per10000Usd` is what 10,000 US dollars cost, in whole units of the
 * currency: a fixed rate, part of the catalogue, so that one name costs the same today and next year. `decimals` is the
 * number of digits behind the point (ISO 4217), hence 10^decimals minor units make one unit.
 */
export const CURRENCIES = {
  USD: { per10000Usd: 10_000, decimals: 2 },
  EUR: { per10000Usd: 9_200, decimals: 2 },
  GBP: { per10000Usd: 7_900, decimals: 2 },
  CHF: { per10000Usd: 8_800, decimals: 2 },
  CAD: { per10000Usd: 13_700, decimals: 2 },
  AUD: { per10000Usd: 15_200, decimals: 2 },
  JPY: { per10000Usd: 1_500_000, decimals: 0 },
} as const;

/** ISO 4217 code of a currency that the catalogue prices. */
export type Currency = keyof typeof CURRENCIES;

/** What a tenant pays in that has chosen no currency. */
export const DEFAULT_CURRENCY: Currency = 'USD';

/** True for the exact, upper-case code of a currency that the catalogue prices. */
export function isCurrency(value: unknown): value is Currency {
  return typeof value === 'string' && Object.hasOwn(CURRENCIES, value);
}
