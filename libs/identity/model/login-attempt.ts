import { createHash } from 'node:crypto';
import { networkOf } from '#platform/model';

const MINUTE_MS = 60_000;

/** Maximum number of failed attempts in a fixed window that the first one opens. */
export interface LoginLimit {
  key: string;
  max: number;
  windowMs: number;
}

/** Limits of failed attempts, by what they count. */
export const LOGIN_LIMITS = {
  address: { max: 30, windowMs: 5 * MINUTE_MS },
  account: { max: 100, windowMs: 60 * MINUTE_MS },
  /** Attempts for one account from one address. */
  pair: { max: 5, windowMs: 15 * MINUTE_MS },
  /** Attempts of one known device or one session. */
  known: { max: 5, windowMs: 15 * MINUTE_MS },
};

/** A check of a password or code: the limits that it counts against, and its priority in the hash queue. */
export interface LoginAttempt {
  limits: LoginLimit[];
  /** Attempts with the same source share a few slots of the queue. */
  source: string;
  /** Whether it comes from a session or a known device; such attempts can use reserved slots. */
  isKnown: boolean;
}

/**
 * An attempt from an unknown device. The keys of the account's limits depend on its current password, so that a new
 * password starts with unused limits.
 */
export function unknownDeviceAttempt(email: string, passwordHash: string | undefined, address: string): LoginAttempt {
  const [account, network] = [digest(`${email} ${passwordHash ?? ''}`), digest(networkOf(address))];
  const perAddress = addressLimit(address);
  const limits = [
    perAddress,
    { key: `account:${account}`, ...LOGIN_LIMITS.account },
    { key: `pair:${account}:${network}`, ...LOGIN_LIMITS.pair },
  ];
  return { limits, source: perAddress.key, isKnown: false };
}

export const addressLimit = (address: string): LoginLimit => ({
  key: `address:${digest(networkOf(address))}`,
  ...LOGIN_LIMITS.address,
});

export const knownDeviceAttempt = (deviceId: string): LoginAttempt => knownAttempt(`device:${deviceId}`);

export const sessionAttempt = (sessionId: string): LoginAttempt => knownAttempt(`session:${sessionId}`);

const knownAttempt = (source: string): LoginAttempt => ({
  limits: [{ key: source, ...LOGIN_LIMITS.known }],
  source,
  isKnown: true,
});

/** Emails and forwarded addresses can be longer than a key. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
