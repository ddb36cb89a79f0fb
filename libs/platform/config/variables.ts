import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LABEL } from '../names/label.js';

/** Turns the text of a variable into its value, or gives what it takes instead, to stand behind "must be". */
type Kind<T> = (text: string) => { value: T } | { takes: string };

/** A reader that collects what is wrong, so that all of it is told at once. */
export function readFrom(env: NodeJS.ProcessEnv) {
  const problems: string[] = [];
  function read<T, D>(name: string, kind: Kind<T>, fallback: D): T | D {
    const given = env[name]?.trim();
    if (given === undefined || given === '') return fallback;
    const result = kind(given);
    if ('value' in result) return result.value;
    problems.push(`${name} must be ${result.takes}.`);
    return fallback;
  }
  return { read, problems };
}

export const text: Kind<string> = given => ({ value: given });

export const port: Kind<number> = given =>
  /^\d{1,5}$/.test(given) && Number(given) <= 65_535
    ? { value: Number(given) }
    : { takes: `a port number from 0 to 65535, not "${given}"` };

export const positive =
  (most: number): Kind<number> =>
  given =>
    /^\d{1,15}$/.test(given) && Number(given) >= 1 && Number(given) <= most
      ? { value: Number(given) }
      : { takes: `a whole number from 1 to ${most}, not "${given}"` };

export const flag: Kind<boolean> = given =>
  given === 'true' || given === 'false' ? { value: given === 'true' } : { takes: `true or false, not "${given}"` };

export const slug: Kind<string> = given =>
  LABEL.test(given)
    ? { value: given }
    : { takes: `1 to 63 lower-case letters, digits and inner hyphens, not "${given}"` };

export const oneOf =
  <T extends string>(...values: T[]): Kind<T> =>
  given =>
    values.includes(given as T) ? { value: given as T } : { takes: `one of ${values.join(', ')}, not "${given}"` };

/** A URL with one of the protocols. The value is not repeated in the message, for it may hold a password. */
export const url =
  (...protocols: string[]): Kind<string> =>
  given =>
    URL.canParse(given) && protocols.includes(new URL(given).protocol)
      ? { value: given }
      : { takes: `a URL that begins with ${protocols.map(protocol => `${protocol}//`).join(' or ')}` };

/** So many bytes, in base64 or hexadecimal. The value is not repeated in the message, for it is a secret. */
export const key =
  (bytes: number): Kind<Buffer> =>
  given => {
    const value = Buffer.from(given, /^[0-9a-f]+$/i.test(given) && given.length === 2 * bytes ? 'hex' : 'base64');
    return value.length === bytes && /^[\w+/=-]+$/.test(given)
      ? { value }
      : { takes: `${bytes} random bytes in base64 or hexadecimal, such as \`openssl rand -base64 ${bytes}\` prints` };
  };

function isNetwork(word: string): boolean {
  const [address = '', prefix] = word.split('/');
  // The one library knows networks, the other no addresses that are written in fewer than four parts.
  return isIP(address) !== 0 && (prefix === undefined || ipaddr.isValidCIDR(word));
}

/** IP addresses and networks in CIDR notation, or `none`. */
export const networks: Kind<string[]> = given => {
  const words = given.split(',').map(word => word.trim());
  if (given === 'none') return { value: [] };
  return words.every(isNetwork)
    ? { value: words }
    : { takes: `none, or addresses and networks with commas between, such as 10.0.0.0/8,::1, not "${given}"` };
};

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const DURATION = /^(\d{1,6})(ms|s|m|h)$/;

/** Durations in milliseconds, from words such as `0s,5s,2m,24h`. */
export const durations =
  (most: number): Kind<number[]> =>
  given => {
    const words = given.split(',').map(word => DURATION.exec(word.trim()));
    return words.length <= most && words.every(word => word !== null)
      ? { value: words.map(([, count, unit]) => Number(count) * UNITS[unit as keyof typeof UNITS]) }
      : { takes: `1 to ${most} durations in ms, s, m or h with commas between, such as 0s,5s,2m,24h, not "${given}"` };
  };
