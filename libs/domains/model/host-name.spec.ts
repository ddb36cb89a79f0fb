import fc from 'fast-check';
import { asciiLabel, LONGEST_INPUT, mappedHostName, normalizeHostName, plainHostName } from './host-name.js';
import { InvalidDomain } from './errors.js';
import { anyText, domainNames, plainLabels } from './testing/names.js';

describe('The normal form of a host name', () => {
  it('is the same by the short way and by the long way, wherever the short way is open', () => {
    const plain = fc.array(plainLabels(), { minLength: 1, maxLength: 5 }).map(labels => labels.join('.'));
    const mixedCase = fc.mixedCase(plain);
    fc.assert(
      fc.property(fc.oneof(plain, mixedCase, anyText()), text => {
        const short = plainHostName(text);
        if (short !== undefined) expect(mappedHostName(text)).toEqual(short);
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes the short way for every plain name, so that a search costs next to nothing', () => {
    fc.assert(
      fc.property(plainLabels(), label => {
        expect(plainHostName(`${label}.com`)).toEqual({ ascii: `${label}.com`, unicode: `${label}.com` });
      }),
    );
  });

  it('has no short way for anything that the long way refuses', () => {
    const near = fc.stringMatching(/^[a-z-]{1,6}(?:\.[a-z-]{0,5})?$/);
    fc.assert(
      fc.property(near, text => {
        expect(plainHostName(text)).toEqual(text.includes('xn--') ? undefined : mappedHostName(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('allows 253 characters, and a dot behind them, and not one more', () => {
    const name = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
    expect(normalizeHostName(`${name}.`).ascii).toBe(name);
    expect(mappedHostName(name)?.ascii).toBe(name);
    expect(() => normalizeHostName(`${name}d`)).toThrow(InvalidDomain);
    expect(mappedHostName(`${name}d`)).toBeUndefined();
  });

  it('refuses a text over the limit at once, however good the name in it is', () => {
    const padded = 'example.com'.padEnd(LONGEST_INPUT, ' ');
    expect(normalizeHostName(padded).ascii).toBe('example.com');
    expect(() => normalizeHostName(`${padded} `)).toThrow(InvalidDomain);
  });

  it('answers the most costly text within the limit in no time worth mentioning', () => {
    const text = `xn--${'a'.repeat(LONGEST_INPUT - 4)}`;
    const before = process.hrtime.bigint();
    expect(() => normalizeHostName(text)).toThrow(InvalidDomain);
    expect(Number(process.hrtime.bigint() - before) / 1e6).toBeLessThan(250);
  });

  it('writes a single label in ASCII, or says that it cannot', () => {
    expect(asciiLabel('example')).toBe('example');
    expect(asciiLabel('bücher')).toBe('xn--bcher-kva');
    expect(asciiLabel('a'.repeat(64))).toBeUndefined();
    expect(asciiLabel('ü'.repeat(60))).toBeUndefined();
    expect(asciiLabel('-a')).toBeUndefined();
    expect(asciiLabel('getדוגמה')).toBeUndefined();
    fc.assert(fc.property(domainNames(), name => expect(asciiLabel(name.unicodeLabel)).toBe(name.label)));
  });
});
