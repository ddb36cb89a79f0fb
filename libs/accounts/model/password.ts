import { randomCharacters } from '#platform/model';
import { WeakPassword } from './errors.js';

const MIN_LENGTH = 12;
const MAX_LENGTH = 128;

/** Letters and digits without those that look alike. */
const READABLE = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Common passwords, without repetitions, digits and punctuation. */
const COMMON = ['password', 'passwort', 'qwerty', 'letmein', 'welcome', 'nameyard', 'admin', 'iloveyou', 'abc', 'asdf'];

/**
 * Checks the length and rejects common passwords; there are no rules of composition (OWASP ASVS 5.0, section 6.2).
 * @throws WeakPassword
 */
export function checkPassword(password: string, email: string): string {
  const length = [...password].length;
  if (length < MIN_LENGTH || length > MAX_LENGTH)
    throw new WeakPassword(`must have ${MIN_LENGTH} to ${MAX_LENGTH} characters; this one has ${length}`);
  const letters = password.toLowerCase().replaceAll(/[^a-z]/g, '');
  const [name = ''] = email.split('@');
  const isCommon = COMMON.some(word => letters.replaceAll(word, '').length < 3 && letters.includes(word));
  const isUniform = new Set(password).size < 5;
  if (isCommon || isUniform || password.toLowerCase().includes(email) || (name.length > 5 && letters === name))
    throw new WeakPassword('is too easy to guess; use several unrelated words');
  return password;
}

/** Generates a password of four groups of five characters (100 bits). */
export const makePassword = (): string => Array.from({ length: 4 }, () => randomCharacters(READABLE, 5)).join('-');
