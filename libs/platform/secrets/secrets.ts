import { Inject, Injectable } from '@nestjs/common';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../config/settings.js';
import { EncryptionKey } from './encryption-key.js';
import { keyFromFile } from './key-file.js';

/** A secret at rest, with the id of the key that opens it. */
export interface Sealed {
  sealed: string;
  keyId: string;
}

/** Encrypts with ENCRYPTION_KEY or else the key file in DATA_DIR, and derives keys from it; read when first needed. */
@Injectable()
export class Secrets {
  private known: EncryptionKey | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** @throws UsageError when there is no key and none can be made */
  get keyId(): string {
    return this.key.id;
  }

  seal(text: string, about: string): Sealed {
    return { sealed: this.key.seal(text, about), keyId: this.key.id };
  }

  /** @throws when another key sealed it, or it was sealed about something else */
  open(sealed: string, about: string): string {
    return this.key.open(sealed, about);
  }

  /** Derives a separate key for one purpose; see `EncryptionKey.derive`. */
  deriveKey(purpose: string, bytes: number): Buffer {
    return this.key.derive(purpose, bytes);
  }

  private get key(): EncryptionKey {
    const { encryptionKey, dataDir } = this.settings;
    return (this.known ??= new EncryptionKey(encryptionKey ?? keyFromFile(dataDir)));
  }
}
