/**
 * The supported currencies. `per10000Usd` is the fixed exchange rate: the value of 10,000 US dollars in whole units of
 * the currency. `decimals` is the number of decimal places (ISO 4217).
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

export type Currency = keyof typeof CURRENCIES;

/** Currency of tenants that have not chosen one. */
export const DEFAULT_CURRENCY: Currency = 'USD';

/** Whether the value is the upper-case code of a supported currency. */
export function isCurrency(value: unknown): value is Currency {
  return typeof value === 'string' && Object.hasOwn(CURRENCIES, value);
}
