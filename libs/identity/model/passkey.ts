import { newId } from '#platform/model';

export const MAX_PASSKEYS = 10;

export const MAX_PASSKEY_NAME = 100;

export const CHALLENGE_SECONDS = 5 * 60;

/** What a browser reports about a passkey that it has created. */
export interface PasskeyCredential {
  /** The host name for which browsers offer the passkey (relying party ID). */
  rpId: string;
  credentialId: string;
  /** The public key as COSE. */
  publicKey: Buffer;
  /** Number of signatures; synchronized passkeys always report 0. */
  counter: number;
  transports: string[];
  /** Model of the authenticator; null if it does not report one. */
  aaguid: string | null;
  /** Whether the passkey is synchronized to other devices. */
  backedUp: boolean;
}

/** A key pair with which a person logs in. The private key never leaves the person's devices. */
export class Passkey implements PasskeyCredential {
  id: string;
  personId: string;
  name: string;
  rpId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  aaguid: string | null;
  backedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;

  static create(given: PasskeyCredential & { personId: string; name: string; at: Date }): Passkey {
    const { at, ...facts } = given;
    return Object.assign(new Passkey(), facts, { id: newId('psk'), createdAt: at, lastUsedAt: null });
  }

  /** The properties that the audit log records. */
  facts() {
    return { factor: 'passkey', passkey: this.id, name: this.name, host: this.rpId };
  }
}

/** A challenge that was answered; a second answer to it is refused. */
export class UsedChallenge {
  hash: string;
  expiresAt: Date;
}
