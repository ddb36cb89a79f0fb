import { TOTP } from 'otpauth';
import type { PortalClient } from './portal-client.js';

/** The code that an authenticator app shows. */
export const codeOf = (secret: string, at = Date.now()): string => new TOTP({ secret }).generate({ timestamp: at });

/** Sets up an authenticator app for a person, and returns its secret, the code that confirmed it, and the recovery codes. */
export async function addTotp(
  person: PortalClient,
  at = Date.now(),
): Promise<{ secret: string; code: string; codes: string[] }> {
  const setUp = await person.post('factors/totp', { current: person.credentials.password });
  const { secret } = setUp.body.data ?? {};
  const code = codeOf(secret, at);
  const confirmed = await person.post('factors/totp/confirm', { code });
  if (confirmed.status !== 200) throw new Error(`the app was not confirmed: ${confirmed.text}`);
  return { secret, code, codes: confirmed.body.data.codes };
}
