import { Injectable } from '@nestjs/common';
import { Secrets } from '#platform/security/secrets';

/** Seals the secrets of authenticator apps; a secret opens only for its person. */
@Injectable()
export class TotpSecrets {
  constructor(private readonly secrets: Secrets) {}

  seal(personId: string, secret: string): string {
    return this.secrets.seal(secret, contextOf(personId)).sealed;
  }

  /** Returns undefined if the secret was sealed with another encryption key; recovery codes still work then. */
  open(personId: string, sealed: string): string | undefined {
    try {
      return this.secrets.open(sealed, contextOf(personId));
    } catch {
      return undefined;
    }
  }
}

const contextOf = (personId: string): string => `identity totp ${personId}`;
