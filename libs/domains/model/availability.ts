import { reservedNames } from '../catalogue/catalogue.js';
import type { DomainName } from './domain-name.js';

/** What the catalogue says about a name before anyone has registered anything. */
export type Availability = 'available' | 'taken' | 'premium';

// Words between hyphens that settle the answer, so that a test can ask for the one that it needs.
const WORDS: ReadonlyMap<string, Availability> = new Map([
  ['taken', 'taken'],
  ['registered', 'taken'],
  ['premium', 'premium'],
]);

/** Labels up to so many characters are premium. */
const SHORT = 2;

/** The catalogue's verdict on a name. It is the label's alone, so it is the same under every TLD. */
export function availabilityOf(name: DomainName): Availability {
  return availabilityOfLabel(name.unicodeLabel);
}

/**
 * The verdict on a label in its Unicode form. The ASCII form would not do: Punycode moves the letters that are not ASCII
 * to the end, and the words that are left can be others than those the name has.
 */
export function availabilityOfLabel(label: string): Availability {
  if (reservedNames.has(label)) return 'taken';
  const verdicts = wordsOf(label).map(word => WORDS.get(word));
  if (verdicts.includes('taken')) return 'taken';
  if (verdicts.includes('premium') || isShort(label)) return 'premium';
  return 'available';
}

/** True for a word that alone makes a label taken or premium. */
export function isTellingWord(word: string): boolean {
  return WORDS.has(word);
}

/** The parts of a label between its hyphens; some are empty where hyphens stand side by side. */
export function wordsOf(label: string): string[] {
  return label.split('-');
}

/** Counted in code points: an emoji or a rare ideograph is one character, not two. */
function isShort(label: string): boolean {
  return label.length <= SHORT || (label.length <= 2 * SHORT && [...label].length <= SHORT);
}
