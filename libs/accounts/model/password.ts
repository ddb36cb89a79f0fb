import { randomCharacters } from '#platform/model';
import { WeakPassword } from './errors.js';

const SHORTEST = 12;
const LONGEST = 128;

/** Without characters that people mistake for each other. */
const READABLE = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Words that stand in every list of common passwords, once repetitions, digits and marks are taken away. */
const COMMON = ['password', 'passwort', 'qwerty', 'letmein', 'welcome', 'nameyard', 'admin', 'iloveyou', 'abc', 'asdf'];

/**
 * Length and nothing else makes a password (OWASP ASVS 5.0, section 6.2); only what everyone tries first is refused.
 * @throws WeakPassword
 */
export function checkPassword(password: string, email: string): string {
  const length = [...password].length;
  if (length < SHORTEST || length > LONGEST)
    throw new WeakPassword(`must have ${SHORTEST} to ${LONGEST} characters; this has ${length}`);
  const letters = password.toLowerCase().replaceAll(/[^a-z]/g, '');
  const [name = ''] = email.split('@');
  const isCommon = COMMON.some(word => letters.replaceAll(word, '').length < 3 && letters.includes(word));
  const isUniform = new Set(password).size < 5;
  if (isCommon || isUniform || password.toLowerCase().includes(email) || (name.length > 5 && letters === name))
    throw new WeakPassword('is one of those that everyone tries first; take several words that do not belong together');
  return password;
}

/** One that is made for somebody, to be changed by them: four groups of five, 100 bits. */
export const makePassword = (): string => Array.from({ length: 4 }, () => randomCharacters(READABLE, 5)).join('-');
