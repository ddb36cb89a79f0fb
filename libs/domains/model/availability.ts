import { reservedNames } from '../catalogue/catalogue.js';

/** The availability of a domain, and the rule that decided it: a rule of the catalogue, or the tenant's registration. */
export type Decision =
  | { readonly availability: 'available'; readonly rule: 'default' }
  | { readonly availability: 'premium'; readonly rule: 'word' | 'short-label' }
  | { readonly availability: 'taken'; readonly rule: 'reserved-name' | 'word' | 'registered' | 'pending' };

export type Availability = Decision['availability'];
export const AVAILABILITIES: readonly Availability[] = ['available', 'taken', 'premium'];
export type Rule = Decision['rule'];

export const RULES: readonly Rule[] = ['default', 'reserved-name', 'word', 'short-label', 'registered', 'pending'];

const DEFAULT: Decision = { availability: 'available', rule: 'default' };
const RESERVED: Decision = { availability: 'taken', rule: 'reserved-name' };
const TAKEN_WORD: Decision = { availability: 'taken', rule: 'word' };
const PREMIUM_WORD: Decision = { availability: 'premium', rule: 'word' };
const SHORT: Decision = { availability: 'premium', rule: 'short-label' };
const REGISTERED: Decision = { availability: 'taken', rule: 'registered' };
const PENDING: Decision = { availability: 'taken', rule: 'pending' };

/** Words between hyphens that decide the availability, so that tests can choose it. */
const KEYWORDS: ReadonlyMap<string, Decision> = new Map<string, Decision>([
  ['taken', TAKEN_WORD],
  ['registered', TAKEN_WORD],
  ['premium', PREMIUM_WORD],
]);

/** Labels with at most this many characters are premium. */
const MAX_PREMIUM_LENGTH = 2;

/**
 * The catalogue's decision about a label in Unicode, which is the same under every TLD. Do not pass an A-label: Punycode
 * moves the non-ASCII characters to the end, which can create keywords.
 */
export function decide(label: string): Decision {
  if (reservedNames.has(label)) return RESERVED;
  const matches = label.split('-').map(word => KEYWORDS.get(word));
  if (matches.includes(TAKEN_WORD)) return TAKEN_WORD;
  if (matches.includes(PREMIUM_WORD)) return PREMIUM_WORD;
  return isShort(label) ? SHORT : DEFAULT;
}

/** How a tenant holds a domain: `pending` until the registry has decided. */
export type Holding = 'registered' | 'pending';

/** The decision for a tenant. A pending holding comes first, then a `taken` of the catalogue, then a registration. */
export function decideForTenant(decision: Decision, holding: Holding | undefined): Decision {
  if (holding === 'pending') return PENDING;
  return holding === undefined || decision.availability === 'taken' ? decision : REGISTERED;
}

/** Whether the word makes a label taken or premium. */
export function isKeyword(word: string): boolean {
  return KEYWORDS.has(word);
}

/** Counts code points, so that an emoji is one character. */
function isShort(label: string): boolean {
  return label.length <= 2 * MAX_PREMIUM_LENGTH && [...label].length <= MAX_PREMIUM_LENGTH;
}
