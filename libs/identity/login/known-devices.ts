import { newId } from '#platform/security/ids';
import type { Secrets } from '#platform/security/secrets';
import type { Account } from '../model/person.js';

/**
 * Creates the token for a device that has just logged in to an account (OWASP "device cookies"). A token is a device id, sealed
 * for one account and its current password: it reveals neither, needs no table, and a new password invalidates it.
 */
export const issueDeviceToken = (secrets: Secrets, account: Account): string =>
  secrets.sealToken(newId('dev'), purposeOf(account));

/** Returns the device id, or undefined unless the token was issued for this account and its current password. */
export const deviceOf = (secrets: Secrets, token: string | undefined, account: Account | null): string | undefined =>
  account ? secrets.tryOpen(token, purposeOf(account)) : undefined;

const purposeOf = ({ id, passwordHash }: Account): string => `identity device ${id} ${passwordHash}`;
