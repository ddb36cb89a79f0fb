import { asciiLabel } from '#platform/model';
import { alternativesTo, tlds } from '../catalogue/catalogue.js';
import { decide, isKeyword } from './availability.js';
import { DomainName } from './domain-name.js';

/** More than a search returns, because `SearchDomain` removes the domains that the tenant holds. */
export const MAX_CANDIDATES = 12;

/** Maximum number of candidates with the same label, if there are enough variants of the label. */
const MAX_SAME_LABEL = 8;

type Label = readonly [ascii: string, unicode: string];

const alternatives: ReadonlyMap<string, readonly string[]> = new Map(
  [...tlds.keys()].map(tld => [tld, alternativesTo(tld)]),
);

/**
 * Available alternatives to a domain, best first: the same label under other TLDs, variants of the label under the same
 * TLD, then variants under other TLDs. They are distinct, differ from the domain, and depend on the domain only.
 */
export function candidatesFor(name: DomainName, limit = MAX_CANDIDATES): DomainName[] {
  const candidates: DomainName[] = [];
  const add = (tld: string, [ascii, unicode]: Label) => {
    if (candidates.length === limit) return;
    const candidate = DomainName.under(tld, ascii, unicode);
    if (candidate.name !== name.name && candidates.every(known => known.name !== candidate.name))
      candidates.push(candidate);
  };

  const otherTlds = alternatives.get(name.tld) ?? [];
  const isAvailable = decide(name.unicodeLabel).availability === 'available';
  const sameLabel: Label[] = isAvailable ? [[name.label, name.unicodeLabel]] : [];
  for (const tld of otherTlds.slice(0, MAX_SAME_LABEL)) sameLabel.forEach(label => add(tld, label));
  if (candidates.length === limit) return candidates;

  const labels = [...variantsOf(name.unicodeLabel), ...sameLabel];
  for (const tld of [name.tld, ...otherTlds]) labels.forEach(label => add(tld, label));
  return candidates;
}

/** Valid and available variants of a label. */
function variantsOf(label: string): Label[] {
  const variants: Label[] = [];
  for (const unicode of variantTexts(label)) {
    if (decide(unicode).availability !== 'available') continue;
    const ascii = asciiLabel(unicode);
    if (ascii !== undefined) variants.push([ascii, unicode]);
  }
  return variants;
}

function variantTexts(label: string): string[] {
  const words = label.split('-');
  const hasKeyword = words.some(isKeyword);
  // Without hyphens, a keyword has no effect.
  const stem = hasKeyword ? words.join('') : label;
  const withoutKeywords = words.filter(word => word !== '' && !isKeyword(word)).join('-');
  const rewritten = hasKeyword ? [stem, withoutKeywords] : [];
  // A right-to-left label must not contain Latin letters, but can end with digits (RFC 5893).
  const numbered = isAscii(label) ? [] : [`${stem}24`, `${stem}365`];
  return [...rewritten, `get${stem}`, `${stem}app`, `${stem}hq`, `try${stem}`, `${stem}online`, ...numbered];
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
