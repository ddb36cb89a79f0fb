import { reservedNames } from '../catalogue/catalogue.js';

/** Availability of a domain according to the catalogue, before any registration. */
export type Availability = 'available' | 'taken' | 'premium';

/** Words between hyphens that decide the availability, so that tests can choose it. */
const KEYWORDS: ReadonlyMap<string, Availability> = new Map([
  ['taken', 'taken'],
  ['registered', 'taken'],
  ['premium', 'premium'],
]);

/** Labels with at most this many characters are premium. */
const MAX_PREMIUM_LENGTH = 2;

/**
 * The availability of a label in Unicode, which is the same under every TLD. A label in ASCII gives wrong results: Punycode
 * moves the characters that are not ASCII to the end, which can create keywords.
 */
export function availabilityOf(label: string): Availability {
  if (reservedNames.has(label)) return 'taken';
  const matches = label.split('-').map(word => KEYWORDS.get(word));
  if (matches.includes('taken')) return 'taken';
  if (matches.includes('premium') || isShort(label)) return 'premium';
  return 'available';
}

/** Whether the word makes a label taken or premium. */
export function isKeyword(word: string): boolean {
  return KEYWORDS.has(word);
}

/** Counts code points, so that an emoji is one character. */
function isShort(label: string): boolean {
  return label.length <= 2 * MAX_PREMIUM_LENGTH && [...label].length <= MAX_PREMIUM_LENGTH;
}
