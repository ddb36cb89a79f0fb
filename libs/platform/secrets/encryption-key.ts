import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/** Encrypts secrets at rest with AES-256-GCM (NIST SP 800-38D) and random nonces. */
export class EncryptionKey {
  /** Identifies the key without revealing it: the first 8 bytes of its SHA-256 in hexadecimal. */
  readonly id: string;

  constructor(private readonly key: Buffer) {
    this.id = createHash('sha256').update(key).digest('hex').slice(0, 16);
  }

  /** Derives a separate key for one purpose, which reveals nothing about other keys: HKDF-SHA-256 (RFC 5869). */
  derive(purpose: string, bytes: number): Buffer {
    return Buffer.from(hkdfSync('sha256', this.key, Buffer.alloc(0), purpose, bytes));
  }

  /** Encrypts a text. Decryption requires the same context, so that a value cannot be moved to another row. */
  seal(text: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** @throws Error when the value was sealed with another key or context, or was modified */
  open(sealed: string, context: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}
