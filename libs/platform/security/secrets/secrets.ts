import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../process/config/settings.js';
import { encryptionKeysOf, type KeySettings } from './key-file.js';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** An encrypted secret, with the ID of its key. */
export interface Sealed {
  sealed: string;
  keyId: string;
}

/**
 * Encrypts secrets at rest with AES-256-GCM (NIST SP 800-38D) and random nonces. The key is ENCRYPTION_KEY or else the key
 * file in DATA_DIR, which is read on first use. While the key is rotated, values that were sealed with the previous key open
 * as well.
 */
@Injectable()
export class Secrets {
  private loaded: Buffer[] | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: KeySettings) {}

  /**
   * Identifies the key that seals, without revealing it: the first 8 bytes of its SHA-256 in hexadecimal.
   * @throws UsageError when there is no key and the key file cannot be created
   */
  get keyId(): string {
    return idOf(this.key);
  }

  /** IDs of all keys that open values: the current one, and the previous one if there is one. */
  get keyIds(): string[] {
    return this.keys.map(idOf);
  }

  /** Encrypts a text. Decryption requires the same context, so that a value cannot be moved to another row. */
  seal(text: string, context: string): Sealed {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64'), keyId: this.keyId };
  }

  /** @throws Error when the value was sealed with an unknown key or another context, or was modified */
  open(sealed: string, context: string): string {
    return this.openWithKey(sealed, context).text;
  }

  /** Encrypts a text like `seal`, in a form that cookies can contain. */
  sealToken(text: string, context: string): string {
    return Buffer.from(this.seal(text, context).sealed, 'base64').toString('base64url');
  }

  /** Opens a value or a token; undefined if it is missing, or `open` would throw. */
  tryOpen(sealed: string | undefined, context: string): string | undefined {
    try {
      return sealed === undefined ? undefined : this.open(sealed, context);
    } catch {
      return undefined;
    }
  }

  /**
   * Opens a value, and tells which key sealed it.
   * @throws Error as `open` does
   */
  openWithKey(sealed: string, context: string): { text: string; keyId: string } {
    const [key, previous] = this.keys as [Buffer, Buffer?];
    try {
      return { text: decrypt(key, sealed, context), keyId: idOf(key) };
    } catch (error) {
      if (!previous) throw error;
      return { text: decrypt(previous, sealed, context), keyId: idOf(previous) };
    }
  }

  /**
   * Derives separate keys for one purpose, which reveal nothing about other keys: HKDF-SHA-256 (RFC 5869). The first
   * one is for new values; a second one, derived from the previous key, is for existing values.
   */
  deriveKeys(purpose: string, bytes: number): [Buffer, ...Buffer[]] {
    return this.keys.map(key => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, bytes))) as [Buffer];
  }

  private get key(): Buffer {
    return this.keys[0]!;
  }

  private get keys(): Buffer[] {
    return (this.loaded ??= encryptionKeysOf(this.settings));
  }
}

const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16);

function decrypt(key: Buffer, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
