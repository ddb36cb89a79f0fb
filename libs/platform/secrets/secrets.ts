import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Settings, SETTINGS } from '../config/settings.js';
import { encryptionKeyOf } from './key-file.js';

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
 * file in DATA_DIR, which is read on first use.
 */
@Injectable()
export class Secrets {
  private loaded: Buffer | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'encryptionKey' | 'dataDir'>) {}

  /**
   * Identifies the key without revealing it: the first 8 bytes of its SHA-256 in hexadecimal.
   * @throws UsageError when there is no key and the key file cannot be created
   */
  get keyId(): string {
    return createHash('sha256').update(this.key).digest('hex').slice(0, 16);
  }

  /** Encrypts a text. Decryption requires the same context, so that a value cannot be moved to another row. */
  seal(text: string, context: string): Sealed {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64'), keyId: this.keyId };
  }

  /** @throws Error when the value was sealed with another key or context, or was modified */
  open(sealed: string, context: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  /** Derives a separate key for one purpose, which reveals nothing about other keys: HKDF-SHA-256 (RFC 5869). */
  deriveKey(purpose: string, bytes: number): Buffer {
    return Buffer.from(hkdfSync('sha256', this.key, Buffer.alloc(0), purpose, bytes));
  }

  private get key(): Buffer {
    return (this.loaded ??= encryptionKeyOf(this.settings));
  }
}
