import fc from 'fast-check';
import { asciiLabel, MAX_INPUT_LENGTH, normalizePlain, normalizeSearchTerm, normalizeUts46 } from '#platform/model';
import { normalizeHostName } from './host-name.js';
import { InvalidDomain } from './errors.js';
import { anyText, domainNames, plainLabels } from '../../../test/support/domain-names.js';

describe('normalization of a host name', () => {
  it('returns the same result on the fast path as UTS 46', () => {
    const names = fc.array(plainLabels(), { minLength: 1, maxLength: 5 }).map(labels => labels.join('.'));
    const mixedCase = fc.mixedCase(names);
    fc.assert(
      fc.property(fc.oneof(names, mixedCase, anyText()), text => {
        const plain = normalizePlain(text);
        if (plain !== undefined) expect(normalizeUts46(text)).toEqual(plain);
      }),
      { numRuns: 1_000 },
    );
  });

  it('uses the fast path for every plain name', () => {
    fc.assert(
      fc.property(plainLabels(), label => {
        expect(normalizePlain(`${label}.com`)).toEqual({ ascii: `${label}.com`, unicode: `${label}.com` });
      }),
    );
  });

  it('does not use the fast path for names that UTS 46 rejects', () => {
    const almostValid = fc.stringMatching(/^[a-z-]{1,6}(?:\.[a-z-]{0,5})?$/);
    fc.assert(
      fc.property(almostValid, text => {
        expect(normalizePlain(text)).toEqual(text.includes('xn--') ? undefined : normalizeUts46(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('accepts 253 characters and a trailing dot, and rejects 254 characters', () => {
    const name = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
    expect(normalizeHostName(`${name}.`).ascii).toBe(name);
    expect(normalizeUts46(name)?.ascii).toBe(name);
    expect(() => normalizeHostName(`${name}d`)).toThrow(InvalidDomain);
    expect(normalizeUts46(`${name}d`)).toBeUndefined();
  });

  it('rejects a text above the maximum length even if it contains a valid name', () => {
    const padded = 'example.com'.padEnd(MAX_INPUT_LENGTH, ' ');
    expect(normalizeHostName(padded).ascii).toBe('example.com');
    expect(() => normalizeHostName(`${padded} `)).toThrow(InvalidDomain);
  });

  it('rejects the most expensive text within the limit with less than 250 ms of CPU time', () => {
    const text = `xn--${'a'.repeat(MAX_INPUT_LENGTH - 4)}`;
    const attempts = [1, 2, 3].map(() => {
      const before = process.cpuUsage();
      expect(() => normalizeHostName(text)).toThrow(InvalidDomain);
      return process.cpuUsage(before).user / 1_000;
    });
    expect(Math.min(...attempts)).toBeLessThan(250);
  });

  it('converts a label to ASCII, or returns undefined if it is invalid', () => {
    expect(asciiLabel('example')).toBe('example');
    expect(asciiLabel('bücher')).toBe('xn--bcher-kva');
    expect(asciiLabel('a'.repeat(64))).toBeUndefined();
    expect(asciiLabel('ü'.repeat(60))).toBeUndefined();
    expect(asciiLabel('-a')).toBeUndefined();
    expect(asciiLabel('getדוגמה')).toBeUndefined();
    fc.assert(fc.property(domainNames(), name => expect(asciiLabel(name.unicodeLabel)).toBe(name.label)));
  });

  it.each([
    ['Example.COM', 'example.com'],
    [' example.com.\n', 'example.com'],
    ['example.com。', 'example.com'],
    ['EXAMPLE．com', 'example.com'],
    ['exam\u00ADple.com', 'example.com'],
    ['example.', 'example.'],
    ['my-', 'my-'],
    ['123', '123'],
    ['0x7f', '0x7f'],
    ['a_b', 'a_b'],
    ['BÜCHER.com.', 'xn--bcher-kva.com'],
    ['bu\u0308cher', 'xn--bcher-kva'],
    ['XN--BCHER-KVA.com', 'xn--bcher-kva.com'],
    ['xn--0.com', 'xn--0.com'],
    ['*.Bücher.com.', '*.xn--bcher-kva.com'],
    ['Bücher.*', 'xn--bcher-kva.*'],
    ['my.shop.*', 'my.shop.*'],
    ['Shop-*', 'shop-*'],
    ['*', '*'],
    ['Ü'.repeat(MAX_INPUT_LENGTH + 1), 'ü'.repeat(MAX_INPUT_LENGTH + 1)],
  ])('converts the search term %j to %s', (term, normalized) => {
    expect(normalizeSearchTerm(term)).toBe(normalized);
  });
});
