import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/** Seals what must not be read where it is kept: AES-256-GCM (NIST SP 800-38D) with a fresh nonce each time. */
export class EncryptionKey {
  /** Tells keys apart without giving anything away: the first 8 bytes of the key's SHA-256, in hexadecimal. */
  readonly id: string;

  constructor(private readonly key: Buffer) {
    this.id = createHash('sha256').update(key).digest('hex').slice(0, 16);
  }

  /** Derives a separate key for one purpose, which reveals nothing about other keys: HKDF-SHA-256 (RFC 5869). */
  derive(purpose: string, bytes: number): Buffer {
    return Buffer.from(hkdfSync('sha256', this.key, Buffer.alloc(0), purpose, bytes));
  }

  /** What comes out opens only with the same `about`, so that it cannot be moved to another row. */
  seal(text: string, about: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(about));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** @throws when it was sealed with another key, about something else, or was changed since */
  open(sealed: string, about: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(about)).setAuthTag(tag);
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}
