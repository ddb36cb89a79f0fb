import fc from 'fast-check';
import { headerText } from '../support/arbitraries.js';
import { HOSTILE_TEXTS } from './hostile.js';

export type Header = [name: string, value: string];

/** Node.js rejects headers of 16 KiB and more; the other headers of a request take less than 1 KiB. */
const MAX_VALUE_LENGTH = 15_000;

const VALUES: Record<string, string[]> = {
  Accept: ['*/*', 'text/html', 'application/json;q=0', 'application/*;q=0.0001, */*;q=2', 'a/b/c', ',', '*/*;q=x'],
  'Accept-Encoding': ['gzip', 'br;q=0', 'identity;q=0, *;q=0'],
  'Accept-Language': ['*', 'de;q=1.5'],
  Authorization: ['Bearer', 'Bearer  ', 'bearer x', 'Basic YTpi', 'Bearer ny_sandbox_', 'Bearer constructor'],
  Connection: ['upgrade', 'x-tenant', 'keep-alive', 'close, close', ','],
  'Content-Encoding': ['gzip', 'identity', 'identity, gzip', 'br', 'x', ''],
  'Content-Language': ['tlh'],
  'Content-Type': [
    'application/json; charset=utf-8',
    'application/json;charset="utf-8"; ',
    'application/json; charset=utf-16',
    'application/json;;;',
    'application/json, application/json',
    'application/problem+json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    '*/*',
    '/',
    ';',
    '',
  ],
  Cookie: ['nameyard_session', 'nameyard_session=', 'nameyard_session=%00', '__proto__=1; constructor=2', ';;;==;'],
  Expect: ['100-continue', '100-CONTINUE', 'x', '100-continue, x', ''],
  Forwarded: ['for=1.2.3.4;host=x;proto=https', 'for="[::1]:99999"'],
  'Idempotency-Key': ['"quoted"', '"', 'x'.repeat(255), 'x'.repeat(256), 'with space', 'constructor'],
  'If-Match': ['*', '"x"'],
  'If-Modified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'x'],
  'If-None-Match': ['*', 'W/"x"', '"'],
  'If-Range': ['"x"'],
  'If-Unmodified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT'],
  Origin: ['null', 'https://evil.example', 'http://127.0.0.1', 'x', ''],
  Range: ['bytes=0-0', 'bytes=-1', 'bytes=9-1,2-', 'x=1'],
  Referer: ['https://evil.example/'],
  'Sec-Fetch-Site': ['cross-site', 'same-origin', 'none', 'x'],
  TE: ['trailers', 'chunked'],
  Trailer: ['X-Tenant'],
  Upgrade: ['websocket', 'h2c', 'HTTP/2.0'],
  'User-Agent': ['', 'x'.repeat(5_000)],
  Via: ['1.1 x'],
  'X-Forwarded-For': ['1.2.3.4', '::1, 1.2.3.4', 'x', ',', '1.2.3.4:80', 'fe80::1%eth0', '1.2.3.4, '.repeat(500)],
  'X-Forwarded-Host': ['x', 'x:99999', '[', 'a b', 'evil.example, x', ''],
  'X-Forwarded-Proto': ['https', 'x', 'https, http', ''],
  'X-HTTP-Method-Override': ['DELETE'],
  'X-Idempotency-Key': ['x', 'x'.repeat(255), 'x'.repeat(256), 'with space', '__proto__', ''],
  'X-Request-Id': ['mine', 'x'.repeat(128), 'x'.repeat(129), '__proto__', 'a b', '\u00e9', 'ny_sandbox_x'],
  'X-Tenant': ['__proto__', 'constructor', 'nobody', '%00', 'a, b', ''],
  __proto__: ['x'],
  constructor: ['x'],
};

/** Texts that a header can carry: no control characters except tab, one byte per character. */
const CARRIED = HOSTILE_TEXTS.map(text =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\t -~\u0080-\u00ff]/g, ''),
);

export const HEADER_NAMES = Object.keys(VALUES);

const names = fc.constantFrom(...HEADER_NAMES);

const known = names.chain(name => fc.tuple(fc.constant(name), fc.constantFrom(...VALUES[name]!)));
const odd = fc.tuple(names, fc.oneof(headerText, fc.constantFrom(...CARRIED)));

export const RUNS = [' ', '\t', ' \t', ';', ',', '"', '\\', '=', 'a', 'a;', ' ;', '; ', ',a', '%', '(', '-', '.'];
const runs = fc.constantFrom(...RUNS);
const prefixes = fc.constantFrom('', 'application/json', 'application/json;', 'Bearer ', 'Bearer x', '"', 'a=');

/** A value of up to just under 16 KiB that repeats one or two characters between others. */
const long = fc
  .tuple(names, prefixes, runs, fc.constantFrom(1_000, MAX_VALUE_LENGTH), fc.constantFrom('', 'x', '"', ';'))
  .map(([name, prefix, run, size, end]): Header => [
    name,
    prefix + run.repeat((size - prefix.length - end.length) / run.length) + end,
  ]);

export interface FuzzedHeader {
  header: Header;
  /** Whether the header is added to the default one of that name. */
  isDuplicate: boolean;
}

const fuzzed = (header: fc.Arbitrary<Header>): fc.Arbitrary<FuzzedHeader> =>
  fc.record({ header, isDuplicate: fc.boolean() }, { noNullPrototype: true });

/** Headers that replace or join the default headers of a request. */
export const fuzzedHeaders: fc.Arbitrary<FuzzedHeader[]> = fc.oneof(
  { weight: 4, arbitrary: fc.array(fuzzed(fc.oneof(known, odd)), { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fuzzed(long).map(one => [one]) },
);

/** The default headers with fuzzed ones in their places. */
export function withFuzzed(usual: Header[], fuzzed: FuzzedHeader[]): Header[] {
  const replaced = new Set(fuzzed.filter(({ isDuplicate }) => !isDuplicate).map(({ header }) => lowerName(header)));
  return [...usual.filter(header => !replaced.has(lowerName(header))), ...fuzzed.map(({ header }) => header)];
}

const lowerName = ([name]: Header): string => name.toLowerCase();
