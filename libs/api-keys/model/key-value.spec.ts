import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { hashOfSecret, hintOfSecret } from '#platform/model';
import { isWellFormed, makeKeyValue, scopeOfKey } from './key-value.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('API key values', () => {
  it.each(['sandbox', 'live'] as const)('contain the scope %s and are unique', scope => {
    const values = Array.from({ length: 200 }, () => makeKeyValue(scope));
    expect(new Set(values).size).toBe(200);
    for (const value of values) {
      expect(value).toMatch(new RegExp(`^ny_${scope}_[0-9A-Za-z]{38}$`));
      expect(scopeOfKey(value)).toBe(scope);
      expect(isWellFormed(value)).toBe(true);
    }
  });

  it('end in the CRC-32 of the preceding characters, in base62 with the most significant digit first', () => {
    const value = makeKeyValue('sandbox');
    let number = 0;
    for (const digit of value.slice(-6)) number = number * 62 + BASE62.indexOf(digit);
    expect(number).toBe(crc32(value.slice(0, -6)));
  });

  it('are malformed when one character differs', () => {
    fc.assert(
      fc.property(fc.nat(37), fc.constantFrom(...BASE62), (position, character) => {
        const value = makeKeyValue('sandbox');
        const at = 'ny_sandbox_'.length + position;
        fc.pre(value[at] !== character);
        expect(isWellFormed(value.slice(0, at) + character + value.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('have a hint of the first and last four random characters', () => {
    const random = 'ABCDefghijklmnopqrstuvwxyz01WXYZ';
    expect(hintOfSecret(`ny_sandbox_${random}000000`)).toEqual({ start: 'ABCD', end: 'WXYZ' });
  });

  it('are stored as SHA-256', () => {
    expect(hashOfSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
