import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { EncryptionKey } from './encryption-key.js';

const key = new EncryptionKey(Buffer.alloc(32, 7));

describe('seal and open', () => {
  it('restore the text, which is encrypted differently each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
        const sealed = key.seal(text, context);
        expect(key.open(sealed, context)).toBe(Buffer.from(text).toString());
        expect(key.seal(text, context)).not.toBe(sealed);
      }),
    );
  });

  it('reject another key, another context and modified values', () => {
    const sealed = key.seal('whsec_x', 'receiver 1');
    expect(() => new EncryptionKey(randomBytes(32)).open(sealed, 'receiver 1')).toThrow();
    expect(() => key.open(sealed, 'receiver 2')).toThrow();
    const bytes = Buffer.from(sealed, 'base64');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index]! ^= 1;
      expect(() => key.open(changed.toString('base64'), 'receiver 1')).toThrow();
    }
    expect(() => key.open('', 'receiver 1')).toThrow();
  });
});

describe('derive', () => {
  it('returns the same key for the same purpose, and a different one for every purpose and key', () => {
    const derived = key.derive('ids', 64);
    expect(derived).toHaveLength(64);
    expect(key.derive('ids', 64)).toEqual(derived);
    expect(key.derive('tickets', 64)).not.toEqual(derived);
    expect(new EncryptionKey(Buffer.alloc(32, 8)).derive('ids', 64)).not.toEqual(derived);
    expect(derived.includes(Buffer.alloc(32, 7))).toBe(false);
  });
});

describe('id', () => {
  it('identifies the key', () => {
    expect(key.id).toMatch(/^[0-9a-f]{16}$/);
    expect(key.id).toBe(new EncryptionKey(Buffer.alloc(32, 7)).id);
    expect(key.id).not.toBe(new EncryptionKey(Buffer.alloc(32, 8)).id);
  });
});
