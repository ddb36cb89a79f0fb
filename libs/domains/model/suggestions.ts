import { alternativesTo, tlds } from '../catalogue/catalogue.js';
import { DomainName } from './domain-name.js';
import { asciiLabel } from './host-name.js';
import { isTellingWord, availabilityOfLabel, wordsOf } from './availability.js';

/** More than are ever shown, because the caller drops those that its tenant has registered. */
export const MOST_CANDIDATES = 12;

/** How many of them keep the label and change the TLD, as long as there are variants to fill the rest. */
const SAME_LABEL = 8;

/** A label in both spellings. */
type Label = readonly [ascii: string, unicode: string];

const alternatives: ReadonlyMap<string, readonly string[]> = new Map(
  [...tlds.keys()].map(tld => [tld, alternativesTo(tld)]),
);

/**
 * Names to offer in place of the one asked for, best first: the same label under other TLDs, then variants of the label
 * under the same TLD, then variants elsewhere. All of them are available by the catalogue, none is the name itself, none
 * comes twice, and the order depends on nothing but the name. Hardly ever fewer than eight, never more than twelve.
 */
export function candidatesFor(name: DomainName, most = MOST_CANDIDATES): DomainName[] {
  const found: DomainName[] = [];
  const offer = (tld: string, [ascii, unicode]: Label) => {
    if (found.length === most) return;
    const candidate = DomainName.under(tld, ascii, unicode);
    if (candidate.name !== name.name && found.every(known => known.name !== candidate.name)) found.push(candidate);
  };

  const others = alternatives.get(name.tld) ?? [];
  const same: Label[] = availabilityOfLabel(name.unicodeLabel) === 'available' ? [[name.label, name.unicodeLabel]] : [];
  for (const label of same) for (let i = 0; i < SAME_LABEL && i < others.length; i++) offer(others[i]!, label);
  if (found.length === most) return found;

  const labels = [...variantsOf(name.unicodeLabel), ...same];
  for (const tld of [name.tld, ...others]) for (const label of labels) offer(tld, label);
  return found;
}

/** Other labels in the spirit of this one, each of them valid and available. */
function variantsOf(label: string): Label[] {
  const variants: Label[] = [];
  for (const unicode of ideasFor(label)) {
    if (availabilityOfLabel(unicode) !== 'available') continue;
    const ascii = asciiLabel(unicode);
    if (ascii !== undefined) variants.push([ascii, unicode]);
  }
  return variants;
}

function ideasFor(label: string): string[] {
  const words = wordsOf(label);
  const telling = words.some(isTellingWord);
  // A word only tells between hyphens: run together it is harmless, and so is what is left without it.
  const stem = telling ? words.join('') : label;
  const rest = words.filter(word => word !== '' && !isTellingWord(word)).join('-');
  const rewritten = telling ? [stem, rest] : [];
  // Latin letters cannot stand beside a script that runs from right to left (RFC 5893), digits at its end can.
  const numbered = isAscii(label) ? [] : [`${stem}24`, `${stem}365`];
  return [...rewritten, `get${stem}`, `${stem}app`, `${stem}hq`, `try${stem}`, `${stem}online`, ...numbered];
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
