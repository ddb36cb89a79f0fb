import type { PriceView, SearchResult, Suggestion } from './contract.js';

/**
 * Serializes a search result. It caches the JSON of list prices, because JSON.stringify spends most of its time on
 * their digits. Domains and TLDs in normal form need no escaping.
 */
export function toSearchResultJson({ query, unicode, status, tld, price, suggestions, meta }: SearchResult): string {
  const unicodeMember = unicode === undefined ? '' : `"unicode":${JSON.stringify(unicode)},`;
  const alternatives = suggestions.map(suggestionJson).join();
  const members = `"query":"${query}",${unicodeMember}"status":"${status}","tld":"${tld}","price":${priceJson(price)}`;
  return `{${members},"suggestions":[${alternatives}],"meta":${JSON.stringify(meta)}}`;
}

const suggestionJson = ({ domain, tld, status, price }: Suggestion): string =>
  `{"domain":"${domain}","tld":"${tld}","status":"${status}","price":${priceJson(price)}}`;

const cache = new WeakMap<PriceView, string>();

function priceJson(price: PriceView): string {
  let json = cache.get(price);
  if (json === undefined) {
    json = JSON.stringify(price);
    cache.set(price, json);
  }
  return json;
}
