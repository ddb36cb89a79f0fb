import { Integer, NullableDateTime, Property, TextField } from '#platform/contract';
import { RECOVERY_CODES } from '../model/factors.js';
import { PasskeyView } from './passkeys.js';
import { RevokedTokens } from './sessions.js';

export class TotpCode {
  /** Code that the authenticator app shows. @example "123456" */
  @TextField({ max: 20 }) code: string;
}

export class SecondFactorCode {
  /** Code of the authenticator app, or a recovery code. Spaces, dashes and case are ignored. @example "123456" */
  @TextField({ max: 50 }) code: string;
}

export class TotpSetup {
  /** Secret in base32, to type into an app. @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP */
  secret: string;

  /**
   * Address with the secret, to show as a QR code.
   * @example otpauth://totp/Nameyard:ada%40example.com?issuer=Nameyard&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
   */
  uri: string;
}

export class RecoveryCodes {
  @Property({
    type: [String],
    description: `${RECOVERY_CODES} codes, each of which works once. Shown only once.`,
    example: ['k7m2-x9qw-3hn5-v8bc'],
  })
  codes: string[];
}

export class FactorsView {
  @NullableDateTime('Time when the authenticator app was set up; null if there is none.', null)
  totp_since: string | null;

  /** Number of unused recovery codes. @example 10 */
  @Integer() recovery_codes: number;

  /** Passkeys, oldest first. */
  passkeys: PasskeyView[];
}

export class FactorsReset {
  /** Names of the removed factors. @example ["totp", "passkeys"] */
  removed: string[];

  @RevokedTokens() revoked_tokens: number;
}
