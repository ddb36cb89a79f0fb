import { type ListPrices, POPULAR_TLDS, TLDS } from './tlds.js';

export { CURRENCIES, type Currency, DEFAULT_CURRENCY, isCurrency } from './currencies.js';
export { reservedNames } from './reserved-names.js';

/** Version of the catalogue. Raise it whenever a TLD, price, exchange rate, reserved name or keyword changes. */
export const CATALOGUE_VERSION = '2025.2';

/** List prices in US cents by TLD (without a leading dot), in the order of the catalogue. */
export const tlds: ReadonlyMap<string, ListPrices> = new Map(Object.entries(TLDS));

/** Number of labels in the longest TLD. */
export const MAX_TLD_LABELS: number = Math.max(...[...tlds.keys()].map(tld => tld.split('.').length));

/** Alternatives to a TLD, best first: the most popular TLD, two with the same last label, the other popular ones. */
export function alternativesTo(tld: string): string[] {
  const [first = 'com', ...others] = POPULAR_TLDS;
  const sameLastLabel = [...tlds.keys()].filter(other => other !== tld && lastLabel(other) === lastLabel(tld));
  return [...new Set([first, ...sameLastLabel.slice(0, 2), ...others])].filter(other => other !== tld);
}

export function lastLabel(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
