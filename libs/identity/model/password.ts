import { randomCharacters } from '#platform/model';
import { WeakPassword } from './errors.js';

const MIN_LENGTH = 12;
const MAX_LENGTH = 128;

/** Minimum length of a common word; shorter ones occur in too many passwords by chance. */
const MIN_WORD = 3;

/** Minimum number of letters or other characters that a password needs besides a common word. */
const MIN_REST = 3;

/** Letters and digits without those that look alike. */
const READABLE = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * Checks the length and rejects common passwords; there are no rules about the kinds of characters (NIST SP 800-63B-4,
 * section 3.1.1.2; OWASP ASVS 5.0, section 6.2).
 * @throws WeakPassword
 */
export async function checkPassword(password: string, email: string): Promise<string> {
  const length = [...password].length;
  if (length < MIN_LENGTH || length > MAX_LENGTH)
    throw new WeakPassword(`must have ${MIN_LENGTH} to ${MAX_LENGTH} characters; this one has ${length}`);
  const text = normalize(password);
  if (new Set(text).size < 5) throw new WeakPassword('repeats too few characters; use several unrelated words');
  const name = normalize(email.split('@')[0]!);
  if (text.includes(normalize(email)) || isMostly(text, [name, lettersOf(name)]))
    throw new WeakPassword('consists mostly of the email address; use several unrelated words');
  if (isCommon(text, await commonWords()))
    throw new WeakPassword(
      'is a common password, or one with a few more characters, which attackers try first; use several unrelated words',
    );
  return password;
}

/** Generates a password of four groups of five characters (100 bits). */
export const makePassword = (): string => makeCode(5);

/** Four random groups, for people to type. */
export const makeCode = (groupLength: number): string =>
  Array.from({ length: 4 }, () => randomCharacters(READABLE, groupLength)).join('-');

/** Upper and lower case, and different forms of the same characters, are as easy to guess. */
const normalize = (text: string): string => text.normalize('NFKC').toLowerCase();

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');

/** Keeps spaces, because words of a phrase can look like a common word when they are joined. */
const withoutSigns = (text: string): string => text.replaceAll(/[^\p{L}\s]/gu, '');

/** Sequences in both directions, repeated to contain texts of every accepted length. */
const SEQUENCES = ['0123456789', '1234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']
  .flatMap(sequence => [sequence, [...sequence].toReversed().join('')])
  .map(sequence => sequence.repeat(Math.ceil(MAX_LENGTH / sequence.length) + 1));

/**
 * Whether a text is a sequence of keys, or a common word, possibly repeated, separated, or with more digits, signs and up
 * to two letters.
 */
const isCommon = (text: string, common: CommonWords): boolean =>
  SEQUENCES.some(sequence => sequence.includes(text)) ||
  [text, withoutSigns(text)].some(form => isMostly(form, commonIn(form, common)));

/** The parts of a text that are common words. */
function* commonIn(text: string, { words, longest }: CommonWords): Generator<string> {
  for (let start = 0; start <= text.length - MIN_WORD; start++)
    for (let end = start + MIN_WORD; end <= Math.min(text.length, start + longest); end++)
      if (words.has(text.slice(start, end))) yield text.slice(start, end);
}

/** Whether a text without one of the words has fewer letters than `MIN_REST` or, for a word without letters, characters. */
function isMostly(text: string, words: Iterable<string>): boolean {
  for (const word of words) {
    if (word.length < MIN_WORD) continue;
    const rest = text.replaceAll(word, '');
    const counted = lettersOf(word) === '' ? rest : lettersOf(rest);
    if (counted.length < MIN_REST && text.includes(word)) return true;
  }
  return false;
}

/** Words that people are likely to choose for this portal, besides those of the list. */
const ADDITIONAL_WORDS = ['nameyard', 'passwort'];

interface CommonWords {
  words: ReadonlySet<string>;
  longest: number;
}

let loaded: CommonWords | undefined;

/**
 * The most common passwords, in lower case: 49,000 from published leaks, of the package `@zxcvbn-ts/language-common`. They are
 * loaded when the first password is set, because decompressing them takes longer than most requests.
 */
async function commonWords(): Promise<CommonWords> {
  if (loaded) return loaded;
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words = new Set([...ADDITIONAL_WORDS, ...dictionary['passwords-common']]);
  return (loaded = { words, longest: Math.max(...Array.from(words, word => word.length)) });
}
