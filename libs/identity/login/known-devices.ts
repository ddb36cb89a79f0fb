import { Injectable } from '@nestjs/common';
import { newId } from '#platform/security/ids';
import { Secrets } from '#platform/security/secrets';
import type { Account } from '../model/person.js';

/**
 * Recognizes devices that have logged in to an account before (OWASP "device cookies"). A token is a device id, sealed
 * for one account and its current password: it reveals neither, needs no table, and a new password invalidates it.
 */
@Injectable()
export class KnownDevices {
  constructor(private readonly secrets: Secrets) {}

  /** Creates the token for the device that has just logged in. */
  issueToken(account: Account): string {
    return this.secrets.sealToken(newId('dev'), purposeOf(account));
  }

  /** Returns the device id, or undefined unless the token was issued for this account and its current password. */
  deviceOf(token: string | undefined, account: Account | null): string | undefined {
    return account ? this.secrets.tryOpen(token, purposeOf(account)) : undefined;
  }
}

const purposeOf = ({ id, passwordHash }: Account): string => `identity device ${id} ${passwordHash}`;
