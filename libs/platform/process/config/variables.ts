import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { sentinelOptions, serversOf } from './servers.js';
import { LABEL, MAX_HOST_NAME_LENGTH } from '../../http/text/label.js';
import { isEmailAddress } from '../../http/text/email-address.js';

interface Parser<T> {
  /** Completes "must be …" in the error message. */
  expected: string;
  /** Returns undefined when the text of the variable is invalid. */
  parse(text: string): T | undefined;
  /** Whether error messages omit the text. */
  isSecret?: boolean;
}

/** A reader of variables that collects a message for each invalid one. Secrets can be in a file that `<name>_FILE` names. */
export function createReader(env: NodeJS.ProcessEnv) {
  const problems: string[] = [];
  const names = new Set<string>();
  function readFile(name: string): string | undefined {
    names.add(name);
    const path = env[name]?.trim();
    try {
      return path ? readFileSync(path, 'utf8').trim() : undefined;
    } catch (error) {
      problems.push(`${name} must be the path of a readable file: ${(error as Error).message}.`);
      return undefined;
    }
  }
  function read<T, D>(name: string, { parse, expected, isSecret }: Parser<T>, defaultValue: D): T | D {
    names.add(name);
    const fromFile = isSecret ? readFile(`${name}_FILE`) : undefined;
    if (fromFile && env[name]?.trim()) problems.push(`${name} and ${name}_FILE must not both be set.`);
    const text = fromFile ?? env[name]?.trim();
    if (text === undefined || text === '') return defaultValue;
    const value = parse(text);
    if (value !== undefined) return value;
    problems.push(`${name} must be ${expected}${isSecret ? '' : `, not "${text}"`}.`);
    return defaultValue;
  }
  /** A warning for each variable whose name resembles that of a setting. */
  const findMisspelled = (): string[] =>
    Object.keys(env).flatMap(name => {
      const meant = names.has(name) ? undefined : [...names].find(known => resembles(name, known));
      return meant ? [`${name} is not a setting; did you mean ${meant}?`] : [];
    });
  return { read, problems, findMisspelled };
}

/** Short names, such as HOST, resemble many others. */
const MIN_COMPARED_LENGTH = 8;

/** Whether two names differ in at most one letter, regardless of the order of letters. */
const resembles = (name: string, known: string): boolean =>
  known.length >= MIN_COMPARED_LENGTH &&
  name[0] === known[0] &&
  countMissing(name, known) <= 1 &&
  countMissing(known, name) <= 1;

/** Number of letters of a name that another name lacks. */
function countMissing(name: string, other: string): number {
  const rest = [...other];
  return [...name].filter(letter => {
    const index = rest.indexOf(letter);
    if (index !== -1) rest.splice(index, 1);
    return index === -1;
  }).length;
}

export const text: Parser<string> = { expected: 'a text', parse: given => given };

export const secret: Parser<string> = { ...text, isSecret: true };

export const integer = (expected: string, min: number, max: number): Parser<number> => ({
  expected: `${expected} from ${min} to ${max}`,
  parse: given =>
    /^\d{1,15}$/.test(given) && Number(given) >= min && Number(given) <= max ? Number(given) : undefined,
});

export const port = integer('a port number', 0, 65_535);

export const positiveInteger = (max: number) => integer('an integer', 1, max);

export const boolean: Parser<boolean> = {
  expected: 'true or false',
  parse: given => (given === 'true' ? true : given === 'false' ? false : undefined),
};

export const slug: Parser<string> = {
  expected: '1 to 63 lower-case letters, digits and inner hyphens',
  parse: given => (LABEL.test(given) ? given : undefined),
};

export const oneOf = <T extends string>(...values: T[]): Parser<T> => ({
  expected: `one of ${values.join(', ')}`,
  parse: given => values.find(value => value === given),
});

/** A URL with one of the protocols, which may contain a password. */
export const url = (...protocols: string[]): Parser<string> => ({
  expected: `a URL that begins with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
  parse: given => (URL.canParse(given) && protocols.includes(new URL(given).protocol) ? given : undefined),
  isSecret: true,
});

/** A URL that can name several servers. */
export const postgresUrl: Parser<string> = {
  ...url('postgres:', 'postgresql:'),
  parse: given => (serversOf(given).every(isPostgres) ? given : undefined),
};

const isPostgres = (given: string): boolean =>
  URL.canParse(given) && ['postgres:', 'postgresql:'].includes(new URL(given).protocol);

const singleRedis = url('redis:', 'rediss:');

export const redisUrl: Parser<string> = {
  expected: `${singleRedis.expected}, or sentinel://host:26379,host:26379/name`,
  parse(given) {
    try {
      decodeURIComponent(given); // as ioredis decodes the login
    } catch {
      return undefined;
    }
    return sentinelOptions(given) ? given : singleRedis.parse(given);
  },
  isSecret: true,
};

/** Whether the host name of a URL is this machine. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** The issuer of an OpenID Connect provider. Without TLS, an attacker on the network could log in as anyone. */
export const issuer: Parser<string> = {
  expected: 'an https:// URL without a query (http:// only for this machine), for example https://login.example.com',
  parse(given) {
    const { protocol, hostname, search, hash } = URL.canParse(given) ? new URL(given) : new URL('none:');
    const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
    return isSafe && search === '' && hash === '' ? given : undefined;
  },
};

/** Base URL of an API whose requests contain a secret token. */
export const secureBaseUrl: Parser<string> = {
  expected: 'an https:// URL (http:// only for this machine), for example https://api.example.com',
  parse: given => issuer.parse(given)?.replace(/\/$/, ''),
};

/** An address without a name. */
export const mailAddress: Parser<string> = {
  expected: 'an email address such as nameyard@example.com',
  parse: given => (isEmailAddress(given, { requireTld: false }) ? given : undefined),
};

/** A key in base64 or hexadecimal. */
export const key = (bytes: number): Parser<Buffer> => ({
  expected: `${bytes} random bytes in base64 or hexadecimal, for example from \`openssl rand -base64 ${bytes}\``,
  parse(given) {
    const value = Buffer.from(given, /^[0-9a-f]+$/i.test(given) && given.length === 2 * bytes ? 'hex' : 'base64');
    return value.length === bytes && /^[\w+/=-]+$/.test(given) ? value : undefined;
  },
  isSecret: true,
});

function isNetwork(entry: string): boolean {
  const [address = '', prefix] = entry.split('/');
  // ipaddr.js also accepts addresses with fewer than four parts, and `isIP` accepts no networks.
  return isIP(address) !== 0 && (prefix === undefined || ipaddr.isValidCIDR(entry));
}

/** IP addresses and networks in CIDR notation, or `none`. */
export const networks: Parser<string[]> = {
  expected: 'none or a comma-separated list of addresses and networks, for example 10.0.0.0/8,::1',
  parse(given) {
    if (given === 'none') return [];
    const entries = given.split(',').map(entry => entry.trim());
    return entries.every(isNetwork) ? entries : undefined;
  },
};

/** The items of a comma-separated list, if all of them are valid. */
function listOf<T>(given: string, parse: (item: string) => T | undefined): T[] | undefined {
  const items = given.split(',').map(item => parse(item.trim()));
  return items.every(item => item !== undefined) ? items : undefined;
}

/** A host name in lower case, without a trailing dot. */
export const hostName: Parser<string> = {
  expected: 'a host name such as sandbox.example.com, without a scheme or a port',
  parse(given) {
    const name = given.toLowerCase().replace(/\.$/, '');
    return name.length <= MAX_HOST_NAME_LENGTH && name.split('.').every(label => LABEL.test(label)) ? name : undefined;
  },
};

export const hostNames: Parser<string[]> = {
  expected: 'a comma-separated list of host names, for example sandbox.example.com,portal.example.com',
  parse: given => listOf(given, hostName.parse),
};

/** An IPv4 address, or an IPv6 address in brackets, with an optional port. */
const SERVER = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::(\d{1,5}))?$/i;

function dnsServer(text: string): string | undefined {
  if (isIP(text) !== 0) return text;
  const [, ipv6 = '', ipv4 = '', port = '53'] = SERVER.exec(text) ?? [];
  const isAddress = isIP(ipv6) === 6 || isIP(ipv4) === 4;
  return isAddress && Number(port) > 0 && Number(port) <= 65_535 ? text : undefined;
}

/** Addresses of name servers, in the notation of `dns.setServers`. */
export const dnsServers: Parser<string[]> = {
  expected: 'a comma-separated list of IP addresses with optional ports, for example 192.0.2.53,[2001:db8::53]:5353',
  parse: given => listOf(given, dnsServer),
};

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const DURATION = /^(\d{1,6})(ms|s|m|h)$/;

/** Converts a duration such as `500ms` to milliseconds. Returns undefined if the text is not a duration. */
function millisOf(text: string): number | undefined {
  const [, count, unit] = DURATION.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS];
}

/** A duration in milliseconds. `min` and `max` are written like the value, for example `500ms`. */
export const duration = (min: string, max: string): Parser<number> => ({
  expected: `a duration from ${min} to ${max}`,
  parse(given) {
    const millis = millisOf(given);
    return millis !== undefined && millis >= millisOf(min)! && millis <= millisOf(max)! ? millis : undefined;
  },
});

/** A list of durations in milliseconds, for example from `0s,5s,2m,24h`. */
export const durations = (max: number): Parser<number[]> => ({
  expected: `1 to ${max} comma-separated durations in ms, s, m or h, for example 0s,5s,2m,24h`,
  parse: given => (given.split(',').length > max ? undefined : listOf(given, millisOf)),
});

/** An amount of money in cents. */
export const cents: Parser<number> = {
  expected: 'an amount such as 500.00',
  parse: given => (/^\d{1,8}(\.\d{2})?$/.test(given) ? Math.round(Number(given) * 100) : undefined),
};
