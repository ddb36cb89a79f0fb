import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { Settings } from '../../process/config/settings.js';
import { OpaqueIds } from './opaque-ids.js';
import { Secrets } from './secrets.js';

const idsWith = (encryptionKey: Buffer) => new OpaqueIds(new Secrets({ encryptionKey } as Settings));

const ids = idsWith(Buffer.alloc(32, 7));
const SCOPE = { prefix: 'log', owner: 'ten_1' };

const number = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const numbers = fc.array(number, { minLength: 1, maxLength: 4 });
const scope = fc.record({
  prefix: fc.constantFrom('log', 'cur', 'aud'),
  owner: fc.option(fc.string({ maxLength: 4 }).filter(text => !text.includes('\0'))),
});

describe('OpaqueIds', () => {
  it('encodes numbers deterministically and decodes them', () => {
    const other = idsWith(Buffer.alloc(32, 7));
    fc.assert(
      fc.property(scope, numbers, (scope, numbers) => {
        const id = ids.encode(scope, ...numbers);
        expect(id).toMatch(/^[a-z]+_[\w-]+$/);
        expect(ids.decode(scope, id)).toEqual(numbers);
        expect(other.encode(scope, ...numbers)).toBe(id);
        expect(other.decode(scope, id)).toEqual(numbers);
      }),
    );
  });

  it('rejects an ID with a flipped bit', () => {
    fc.assert(
      fc.property(numbers, fc.nat(), (numbers, at) => {
        const bytes = Buffer.from(ids.encode(SCOPE, ...numbers).slice(4), 'base64url');
        const bit = at % (bytes.length * 8);
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        expect(ids.decode(SCOPE, `log_${bytes.toString('base64url')}`)).toBeUndefined();
      }),
    );
  });

  it('rejects other spellings of the same bytes', () => {
    const id = ids.encode(SCOPE, '1', '2', '3');
    for (const other of [`${id}=`, `${id} `, `${id}.`, id.toUpperCase(), id.replace('_', '-'), id.slice(4), ''])
      expect(ids.decode(SCOPE, other)).toBeUndefined();
    // 40 bytes take 54 characters, of which the last one has four bits to spare.
    const spellings = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map(last => id.slice(0, -1) + last)
      .filter(spelling => ids.decode(SCOPE, spelling) !== undefined);
    expect(spellings).toEqual([id]);
  });

  it('rejects IDs of another scope or key', () => {
    fc.assert(
      fc.property(scope, scope, numbers, (scope, other, numbers) => {
        fc.pre(scope.prefix !== other.prefix || (scope.owner ?? '') !== (other.owner ?? ''));
        const id = ids.encode(scope, ...numbers);
        expect(ids.decode(other, id)).toBeUndefined();
        expect(ids.decode(other, other.prefix + id.slice(scope.prefix.length))).toBeUndefined();
        expect(idsWith(randomBytes(32)).decode(scope, id)).toBeUndefined();
      }),
    );
  });

  it('rejects arbitrary text', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.uint8Array({ maxLength: 64 }).map(bytes => `log_${Buffer.from(bytes).toString('base64url')}`),
      fc.nat().map(String),
    );
    fc.assert(fc.property(anything, given => expect(ids.decode(SCOPE, given)).toBeUndefined()));
  });

  it('hides the order of IDs', () => {
    const all = Array.from({ length: 64 }, (_, n) => ids.encode(SCOPE, String(1_000 + n)));
    expect(new Set(all.map(id => id.slice(4, 10))).size).toBe(64);
    expect(new Set(all.map(id => id.slice(-6))).size).toBe(64);
    expect(all.toSorted()).not.toEqual(all);
  });

  it('names the field of an invalid ID', () => {
    expect(ids.decodeField(SCOPE, 'before', ids.encode(SCOPE, '42'))).toBe('42');
    expect(() => ids.decodeField(SCOPE, 'before', '42')).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        extras: { details: [{ field: 'before', message: 'must be copied unchanged from an earlier response' }] },
      }),
    );
  });
});

describe('encodeSalted', () => {
  it('returns a different cursor each time', () => {
    fc.assert(
      fc.property(scope, numbers, (scope, numbers) => {
        const [one, other] = [ids.encodeSalted(scope, ...numbers), ids.encodeSalted(scope, ...numbers)];
        expect(one).not.toBe(other);
        expect(ids.decode(scope, one)?.slice(0, -1)).toEqual(numbers);
        expect(ids.decode(scope, other)?.slice(0, -1)).toEqual(numbers);
      }),
    );
  });
});
