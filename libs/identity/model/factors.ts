import { hashOfSecret } from '#platform/model';
import { makeCode } from './password.js';

export const RECOVERY_CODES = 10;

/** The secret from which a person's authenticator app derives codes. */
export class TotpFactor {
  personId: string;
  /** The secret, sealed for the person; before it is confirmed, together with the session that has created it. */
  sealed: string;
  createdAt: Date;
  /** Time when the person entered the first code; null before that, while the factor is not used. */
  confirmedAt: Date | null;
  /** Time step of the last accepted code; codes of earlier steps and of this one are refused. */
  lastStep: number;
}

/** Context with which the secret of a person is sealed. A secret opens only for its person. */
export const totpContext = (personId: string): string => `identity totp ${personId}`;

/** A single-use code for people without their authenticator app. Only its hash is stored. */
export class RecoveryCode {
  personId: string;
  hash: string;
}

/** Generates codes of four groups of four characters. Their 80 random bits do not need a slow hash. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => makeCode(4));

/** Ignores case, spaces and dashes. */
export const hashOfRecoveryCode = (code: string): string => hashOfSecret(normalCode(code));

/** Normalizes a typed code: lower case, without spaces and dashes. */
export const normalCode = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase();
