import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;

/** Accepted difference between the clocks of the server and the authenticator app, in steps of 30 seconds. */
const MAX_DRIFT_STEPS = 1;

/** Generates a secret of 160 bits in base32, as RFC 4226 recommends. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The address that authenticator apps read from a QR code. */
export const totpUri = (secret: string, email: string): string =>
  new TOTP({ issuer: 'Nameyard', label: email, secret, period: PERIOD_SECONDS }).toString();

/** Returns the time step (RFC 6238) that a code belongs to; undefined if the code is wrong or too old. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ secret, period: PERIOD_SECONDS });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: MAX_DRIFT_STEPS });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
