import type { PriceView, SearchResult, Suggestion } from './contract.js';

/**
 * Writes a search result as JSON. It caches the JSON of list prices, because JSON.stringify spends most of its time on
 * their digits. Domains and TLDs in normal form need no escaping.
 */
export function searchText({ query, unicode, status, tld, price, suggestions, meta }: SearchResult): string {
  const unicodeMember = unicode === undefined ? '' : `"unicode":${JSON.stringify(unicode)},`;
  const alternatives = suggestions.map(suggestionText).join();
  const members = `"query":"${query}",${unicodeMember}"status":"${status}","tld":"${tld}","price":${priceText(price)}`;
  return `{${members},"suggestions":[${alternatives}],"meta":${JSON.stringify(meta)}}`;
}

const suggestionText = ({ domain, tld, status, price }: Suggestion): string =>
  `{"domain":"${domain}","tld":"${tld}","status":"${status}","price":${priceText(price)}}`;

const cache = new WeakMap<PriceView, string>();

function priceText(price: PriceView): string {
  let text = cache.get(price);
  if (text === undefined) {
    text = JSON.stringify(price);
    cache.set(price, text);
  }
  return text;
}
