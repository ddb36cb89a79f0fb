import type { PriceView, SearchResult, Suggestion } from './contract.js';

/**
 * A search result as JSON. Most of it is prices, and JSON.stringify spends most of its time on their digits, so the text of
 * the catalogue's prices is kept. Names and TLDs are in normal form, which has nothing to escape.
 */
export function searchText({ query, unicode, status, tld, price, suggestions, meta }: SearchResult): string {
  const shown = unicode === undefined ? '' : `"unicode":${JSON.stringify(unicode)},`;
  const others = suggestions.map(suggestionText).join();
  const about = `"query":"${query}",${shown}"status":"${status}","tld":"${tld}","price":${priceText(price)}`;
  return `{${about},"suggestions":[${others}],"meta":${JSON.stringify(meta)}}`;
}

const suggestionText = ({ domain, tld, status, price }: Suggestion): string =>
  `{"domain":"${domain}","tld":"${tld}","status":"${status}","price":${priceText(price)}}`;

const texts = new WeakMap<PriceView, string>();

function priceText(price: PriceView): string {
  const known = texts.get(price);
  if (known !== undefined) return known;
  const text = JSON.stringify(price);
  texts.set(price, text);
  return text;
}
