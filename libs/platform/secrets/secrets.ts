import { Inject, Injectable } from '@nestjs/common';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../config/settings.js';
import { EncryptionKey } from './encryption-key.js';
import { readKeyFile } from './key-file.js';

/** An encrypted secret, with the ID of its key. */
export interface Sealed {
  sealed: string;
  keyId: string;
}

/** Encrypts with ENCRYPTION_KEY or else the key file in DATA_DIR, which is read on first use. */
@Injectable()
export class Secrets {
  private loaded: EncryptionKey | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** @throws UsageError when there is no key and the key file cannot be created */
  get keyId(): string {
    return this.key.id;
  }

  seal(text: string, context: string): Sealed {
    return { sealed: this.key.seal(text, context), keyId: this.key.id };
  }

  /** @throws Error when the value was sealed with another key or context */
  open(sealed: string, context: string): string {
    return this.key.open(sealed, context);
  }

  /** Derives a separate key for one purpose; see `EncryptionKey.derive`. */
  deriveKey(purpose: string, bytes: number): Buffer {
    return this.key.derive(purpose, bytes);
  }

  private get key(): EncryptionKey {
    const { encryptionKey, dataDir } = this.settings;
    return (this.loaded ??= new EncryptionKey(encryptionKey ?? readKeyFile(dataDir)));
  }
}
