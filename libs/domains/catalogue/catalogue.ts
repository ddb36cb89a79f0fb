import { RESERVED_NAMES } from './reserved-names.js';
import { type ListPrices, POPULAR_TLDS, TLDS } from './tlds.js';

export { CURRENCIES, type Currency, DEFAULT_CURRENCY, isCurrency } from './currencies.js';
export { type ListPrices, POPULAR_TLDS } from './tlds.js';

/** Moves with every change of a TLD, a price, a rate or a well-known name: same version, same answers. */
export const CATALOGUE_VERSION = '2025.1';

/** List prices in US cents by suffix, in the order of the catalogue. The key has no leading dot. */
export const tlds: ReadonlyMap<string, ListPrices> = new Map(Object.entries(TLDS));

/** Names that are taken under every TLD, as Unicode labels in lower case. */
export const reservedNames: ReadonlySet<string> = new Set(RESERVED_NAMES);

/** Labels in the longest suffix of the catalogue: nobody needs to look for a longer one. */
export const deepestTld: number = Math.max(...[...tlds.keys()].map(tld => tld.split('.').length));

/** The suffixes that end in the same last label, `uk` and `co.uk` for `org.uk`, without the one asked for. */
function neighboursOf(tld: string): string[] {
  const country = lastLabel(tld);
  return [...tlds.keys()].filter(other => other !== tld && lastLabel(other) === country);
}

/** Suffixes to try in place of this one: the best known first, then the neighbours, then the other popular ones. */
export function alternativesTo(tld: string): string[] {
  const [first = 'com', ...others] = POPULAR_TLDS;
  return [...new Set([first, ...neighboursOf(tld).slice(0, 2), ...others])].filter(other => other !== tld);
}

function lastLabel(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
