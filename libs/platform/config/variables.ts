import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LABEL } from '../names/label.js';

/** Parses the text of a variable. `expected` completes "must be …" in the error message. */
type Parser<T> = (text: string) => { value: T } | { expected: string };

/** A reader of variables that collects a message for each invalid one. */
export function createReader(env: NodeJS.ProcessEnv) {
  const problems: string[] = [];
  function read<T, D>(name: string, parse: Parser<T>, defaultValue: D): T | D {
    const text = env[name]?.trim();
    if (text === undefined || text === '') return defaultValue;
    const result = parse(text);
    if ('value' in result) return result.value;
    problems.push(`${name} must be ${result.expected}.`);
    return defaultValue;
  }
  return { read, problems };
}

export const text: Parser<string> = given => ({ value: given });

export const port: Parser<number> = given =>
  /^\d{1,5}$/.test(given) && Number(given) <= 65_535
    ? { value: Number(given) }
    : { expected: `a port number from 0 to 65535, not "${given}"` };

export const positiveInteger =
  (max: number): Parser<number> =>
  given =>
    /^\d{1,15}$/.test(given) && Number(given) >= 1 && Number(given) <= max
      ? { value: Number(given) }
      : { expected: `an integer from 1 to ${max}, not "${given}"` };

export const boolean: Parser<boolean> = given =>
  given === 'true' || given === 'false' ? { value: given === 'true' } : { expected: `true or false, not "${given}"` };

export const slug: Parser<string> = given =>
  LABEL.test(given)
    ? { value: given }
    : { expected: `1 to 63 lower-case letters, digits and inner hyphens, not "${given}"` };

export const oneOf =
  <T extends string>(...values: T[]): Parser<T> =>
  given =>
    values.includes(given as T) ? { value: given as T } : { expected: `one of ${values.join(', ')}, not "${given}"` };

/** A URL with one of the protocols. The message omits the value, which may contain a password. */
export const url =
  (...protocols: string[]): Parser<string> =>
  given =>
    URL.canParse(given) && protocols.includes(new URL(given).protocol)
      ? { value: given }
      : { expected: `a URL that begins with ${protocols.map(protocol => `${protocol}//`).join(' or ')}` };

/** A key in base64 or hexadecimal. The message omits the value, which is a secret. */
export const key =
  (bytes: number): Parser<Buffer> =>
  given => {
    const value = Buffer.from(given, /^[0-9a-f]+$/i.test(given) && given.length === 2 * bytes ? 'hex' : 'base64');
    return value.length === bytes && /^[\w+/=-]+$/.test(given)
      ? { value }
      : {
          expected: `${bytes} random bytes in base64 or hexadecimal, for example from \`openssl rand -base64 ${bytes}\``,
        };
  };

function isNetwork(word: string): boolean {
  const [address = '', prefix] = word.split('/');
  // ipaddr.js also accepts addresses with fewer than four parts, and `isIP` accepts no networks.
  return isIP(address) !== 0 && (prefix === undefined || ipaddr.isValidCIDR(word));
}

/** IP addresses and networks in CIDR notation, or `none`. */
export const networks: Parser<string[]> = given => {
  const words = given.split(',').map(word => word.trim());
  if (given === 'none') return { value: [] };
  return words.every(isNetwork)
    ? { value: words }
    : {
        expected: `none or a comma-separated list of addresses and networks, for example 10.0.0.0/8,::1, not "${given}"`,
      };
};

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const DURATION = /^(\d{1,6})(ms|s|m|h)$/;

/** A list of durations in milliseconds, for example from `0s,5s,2m,24h`. */
export const durations =
  (max: number): Parser<number[]> =>
  given => {
    const words = given.split(',').map(word => DURATION.exec(word.trim()));
    return words.length <= max && words.every(word => word !== null)
      ? { value: words.map(([, count, unit]) => Number(count) * UNITS[unit as keyof typeof UNITS]) }
      : {
          expected: `1 to ${max} comma-separated durations in ms, s, m or h, for example 0s,5s,2m,24h, not "${given}"`,
        };
  };
