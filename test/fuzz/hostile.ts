import fc from 'fast-check';
import { anyJson, anyText } from '../support/arbitraries.js';
import { Members, RawJson } from './json.js';

/** Names that every JavaScript object inherits, or that code commonly looks for on an object. */
export const INHERITED_NAMES = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'toJSON',
  'then',
  'length',
  'message',
  '$ref',
];

export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\r\n',
  '\u007f\u0085\u2028',
  '\ud800',
  'a\udc00b',
  '\uffff\ufffe',
  '\u202e\u200b\ufeff',
  '%00',
  '%',
  '..',
  '../../etc/passwd',
  "' OR 1=1 --",
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  'null',
  'NaN',
  '-0',
  '1e999',
  '9'.repeat(400),
  'x'.repeat(5_000),
  '\u0301'.repeat(2_000),
  '\u{1f469}\u200d\u{1f4bb}'.repeat(300),
  ' '.repeat(3_000),
  'a.'.repeat(2_000),
  ...INHERITED_NAMES,
];

export const HOSTILE_INSTANTS = [
  '9999-12-31T23:59:59-14:00',
  '9999-12-31T23:59:59.999999999Z',
  '0000-01-01T00:00:00Z',
  '0000-01-01T00:00:00+14:00',
  '0001-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '+010000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '275760-09-13T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T23:59:60Z',
  '2026-01-01T00:00:00+99:99',
  '2026-01-01',
];

const HOSTILE_NUMBERS = [
  0, -1, 1, 0.5, 10, 11, 168, 169, 1_000_000, 1_000_001, 2147483647, 2147483648, 4294967296, 9007199254740992,
  -9007199254740992, 1e19, 1e21, 1e308, -1e308, 5e-324,
];

/** Numbers that JavaScript cannot represent, and notations that it normalizes. */
const RAW_NUMBERS = ['-0', '1e999', '-1e999', '1E1', '10.0', `1${'0'.repeat(400)}`, `0.${'9'.repeat(400)}`];

/** `pairs` objects with an array each: 2 × `pairs` levels. */
export const nested = (pairs: number, value = '1') => new RawJson('{"a":['.repeat(pairs) + value + ']}'.repeat(pairs));

export const manyMembers = (count: number) =>
  new Members(Array.from({ length: count }, (_, n) => [`k${n}`, n] as [string, number]));

const inheriting = fc
  .tuple(fc.constantFrom(...INHERITED_NAMES), fc.constantFrom<unknown>(1, null, 'x', {}, [], true))
  .map(([name, value]) => new Members([[name, value]]));

const large = fc.constantFrom<unknown>(
  nested(31),
  nested(32),
  nested(500),
  manyMembers(1_000),
  manyMembers(4_000),
  Array.from({ length: 10_000 }, () => 0),
  Array.from({ length: 4_000 }, () => ({})),
  'x'.repeat(60_000),
  '\u0001'.repeat(10_000),
);

/** Texts around the lengths that fields and columns may have, in characters of one to four bytes. */
const longTexts = fc
  .tuple(
    fc.constantFrom('a', '\u00e9', '\ufdfa', '\u{1f600}', 'a.', 'a-'),
    fc.constantFrom(2, 60, 63, 64, 99, 100, 128, 200, 240, 253, 254, 255, 256, 500, 1_000, 1_024, 2_040, 2_048),
  )
  .map(([text, length]) => text.repeat(length));

export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_INSTANTS) },
  { weight: 2, arbitrary: longTexts },
  { weight: 3, arbitrary: anyText },
);

/** Any JSON value that a field might not expect. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], [{}]) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_NUMBERS) },
  { weight: 1, arbitrary: fc.constantFrom(...RAW_NUMBERS).map(text => new RawJson(text)) },
  { weight: 3, arbitrary: inheriting },
  { weight: 2, arbitrary: anyJson },
  { weight: 1, arbitrary: large },
);
