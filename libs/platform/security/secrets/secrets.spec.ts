import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Secrets } from './secrets.js';

const withKey = (encryptionKey: Buffer) => new Secrets({ encryptionKey, dataDir: '' });
const secrets = withKey(Buffer.alloc(32, 7));

describe('seal and open', () => {
  it('restore the text, which is encrypted differently each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
        const { sealed } = secrets.seal(text, context);
        expect(secrets.open(sealed, context)).toBe(Buffer.from(text).toString());
        expect(secrets.seal(text, context).sealed).not.toBe(sealed);
      }),
    );
  });

  it('reject another key, another context and modified values', () => {
    const { sealed } = secrets.seal('whsec_x', 'receiver 1');
    expect(() => withKey(randomBytes(32)).open(sealed, 'receiver 1')).toThrow();
    expect(() => secrets.open(sealed, 'receiver 2')).toThrow();
    const bytes = Buffer.from(sealed, 'base64');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index]! ^= 1;
      expect(() => secrets.open(changed.toString('base64'), 'receiver 1')).toThrow();
    }
    expect(() => secrets.open('', 'receiver 1')).toThrow();
  });
});

describe('deriveKeys', () => {
  it('returns the same key for the same purpose, and a different one for every purpose and key', () => {
    const derived = secrets.deriveKeys('ids', 64)[0];
    expect(derived).toHaveLength(64);
    expect(secrets.deriveKeys('ids', 64)[0]).toEqual(derived);
    expect(secrets.deriveKeys('tickets', 64)[0]).not.toEqual(derived);
    expect(withKey(Buffer.alloc(32, 8)).deriveKeys('ids', 64)[0]).not.toEqual(derived);
    expect(derived.includes(Buffer.alloc(32, 7))).toBe(false);
  });
});

describe('keyId', () => {
  it('identifies the key', () => {
    expect(secrets.keyId).toMatch(/^[0-9a-f]{16}$/);
    expect(secrets.keyId).toBe(withKey(Buffer.alloc(32, 7)).keyId);
    expect(secrets.keyId).not.toBe(withKey(Buffer.alloc(32, 8)).keyId);
  });
});
