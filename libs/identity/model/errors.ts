import { SESSION_CHALLENGE } from '#identity/access/model';
import { conflict, forbidden, invalid, notFound, tooMany, unauthenticated } from '#platform/model';
import { MAX_PASSKEYS } from './passkey.js';

export const MAX_TOKENS = 50;

export class InvalidEmail extends invalid({
  code: 'INVALID_EMAIL',
  description: 'The email address is not valid.',
  reproduce: 'Create an account with the email address `ada`.',
  message: (email: string, maxLength: number) => `"${email}" is not an email address of at most ${maxLength} bytes.`,
}) {}

export class WeakPassword extends invalid({
  code: 'WEAK_PASSWORD',
  description: 'The new password is too short, too long, common, or similar to the email address.',
  reproduce: 'Create an account with the password `password`.',
}) {
  constructor(problem: string) {
    super(`The password ${problem}.`, { details: [{ field: 'password', message: problem }] });
  }
}

export class WrongPassword extends forbidden({
  code: 'WRONG_PASSWORD',
  description: 'The current password is wrong.',
  reproduce: 'Change your password, with a wrong current password.',
}) {}

/** A session cookie is not enough for these requests: somebody may have found the browser open. */
export class ConfirmationRequired extends forbidden({
  code: 'CONFIRMATION_REQUIRED',
  description: 'The request changes how somebody logs in, and does not confirm who sends it.',
  advice:
    'Send your current password in `current`, a code of your authenticator app in `code`, or use a passkey. Without any of them, log in again with single sign-on, and repeat the request within 5 minutes.',
  reproduce: 'Create an access token with only its name.',
}) {}

export class WrongPasskey extends forbidden({
  code: 'WRONG_PASSKEY',
  description: 'The passkey is not yours, or could not be verified.',
  advice: 'Use one of the passkeys that your account shows for this host, or your password.',
  reproduce: 'Confirm a change with the passkey of another person.',
}) {}

export class SessionNotFound extends notFound({
  code: 'SESSION_NOT_FOUND',
  description: 'You have no session with this ID. It may have ended.',
  reproduce: 'End a session with an ID that does not exist.',
  message: (id: string) => `You have no session "${id}".`,
}) {}

export class TenantMissing extends invalid({
  code: 'TENANT_MISSING',
  description: 'A developer needs at least one tenant.',
  reproduce: 'Create an account with the role `developer` and no tenants.',
}) {}

export class AccountExists extends conflict({
  code: 'ACCOUNT_EXISTS',
  description: 'The email address already has an account.',
  reproduce: 'Create two accounts with the same email address.',
  message: (email: string) => `${email} already has an account.`,
}) {}

export class AccountNotFound extends notFound({
  code: 'ACCOUNT_NOT_FOUND',
  description: 'The account does not exist.',
  reproduce: 'Change an account with an ID that does not exist.',
  message: (id: string) => `There is no account "${id}".`,
}) {}

export class TokenNotFound extends notFound({
  code: 'TOKEN_NOT_FOUND',
  description: 'The person has no access token with this ID.',
  reproduce: 'Revoke an access token with an ID that does not exist.',
  message: (id: string) => `There is no access token "${id}" of this person.`,
}) {}

export class TooManyTokens extends conflict({
  code: 'TOO_MANY_TOKENS',
  description: `You have the maximum number of active access tokens (${MAX_TOKENS}).`,
  advice: 'Revoke an access token that is not used.',
  reproduce: `Create access tokens until you have more than ${MAX_TOKENS}.`,
}) {}

export class AccountDisabled extends conflict({
  code: 'ACCOUNT_DISABLED',
  description: 'The account is disabled.',
  advice: 'Enable it first.',
  reproduce: 'Create a link for a disabled account.',
}) {}

const NEW_LINK = 'Ask an operator for a new link.';

export class LinkNotFound extends notFound({
  code: 'LINK_NOT_FOUND',
  description: 'The link does not exist.',
  advice: 'Check that it was copied completely.',
  reproduce: 'Open an invitation with a changed token.',
}) {}

export class LinkExpired extends conflict({
  code: 'LINK_EXPIRED',
  description: 'The link has expired.',
  advice: NEW_LINK,
  reproduce: 'Use a link to reset a password two hours after it was created.',
}) {}

export class LinkUsed extends conflict({
  code: 'LINK_USED',
  description: 'The link was already used.',
  advice: 'Log in with the password that was set, or ask an operator for a new link.',
  reproduce: 'Use an invitation twice.',
}) {}

const REVOKED = {
  revoked: 'An operator revoked the link.',
  superseded: 'A newer link replaces this link.',
  obsolete: 'The account got another password or was set up after this link was created.',
};

export class LinkRevoked extends conflict({
  code: 'LINK_REVOKED',
  description: 'The link was revoked or replaced, or its account is disabled or got another password.',
  advice: NEW_LINK,
  reproduce: 'Use an invitation after a new one was created.',
  message: (reason: keyof typeof REVOKED) => `${REVOKED[reason]} ${NEW_LINK}`,
}) {}

/** Keeps operators from locking everyone out. */
export class LastOperator extends conflict({
  code: 'LAST_OPERATOR',
  description: 'The account is the last active operator.',
  advice: 'Create or enable another operator first.',
  reproduce: 'Disable the only active operator.',
}) {}

export class LoginFailed extends unauthenticated({
  code: 'LOGIN_FAILED',
  description: 'The email address or the password is wrong, or the account is disabled.',
  challenge: SESSION_CHALLENGE,
  reproduce: 'Log in with a wrong password.',
}) {}

export class LoginLimited extends tooMany({
  code: 'LOGIN_LIMITED',
  description: 'A wrong password was sent too often.',
  header: 'Retry-After',
  reproduce: 'Log in with a wrong password until the limit is reached.',
}) {
  constructor(seconds: number) {
    const minutes = Math.ceil(seconds / 60);
    const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
    super(`Too many failed attempts. Try again in ${wait}.`, { headers: { 'Retry-After': String(seconds) } });
  }
}

/** The first factor (password, link, or provider) was right; the response sets a cookie with which `finishLogIn` accepts a code. */
export class SecondFactorRequired extends unauthenticated({
  code: 'SECOND_FACTOR_REQUIRED',
  description: 'The account is protected by a second factor.',
  challenge: SESSION_CHALLENGE,
  advice:
    'Send a code of your authenticator app, or a recovery code, to `POST /portal/api/session/code`, or use a passkey.',
  reproduce: 'Set up an authenticator app in your account, and log in with your password.',
}) {
  constructor(cookie: string) {
    super(undefined, { headers: { 'Set-Cookie': cookie } });
  }
}

export class LoginExpired extends unauthenticated({
  code: 'LOGIN_EXPIRED',
  description: 'There is no login that waits for a second factor, or it has expired.',
  challenge: SESSION_CHALLENGE,
  advice: 'Log in with your password again.',
  reproduce: 'Send a code to `POST /portal/api/session/code` without logging in first.',
}) {}

export class WrongCode extends forbidden({
  code: 'WRONG_CODE',
  description: 'The code is wrong, has expired, or was already used.',
  advice: 'Wait for the next code of your authenticator app, and check the clock of its device.',
  reproduce: 'Set up an authenticator app, and confirm it with a wrong code.',
}) {}

export class TotpActive extends conflict({
  code: 'TOTP_ACTIVE',
  description: 'An authenticator app is already set up.',
  advice: 'Remove it before you set up another one.',
  reproduce: 'Set up an authenticator app twice.',
}) {}

export class TotpMissing extends conflict({
  code: 'TOTP_MISSING',
  description: 'No authenticator app is set up. For recovery codes, a passkey is enough.',
  advice: 'Set up an authenticator app first.',
  reproduce: 'Remove the authenticator app when none is set up, or create recovery codes without any second factor.',
}) {}

export class PasskeysUnavailable extends conflict({
  code: 'PASSKEYS_UNAVAILABLE',
  description: 'Browsers have no passkeys at this address: they need https or localhost, and a host name.',
  advice: 'Open the portal with its host name over https, or on this machine as `localhost`.',
  reproduce: 'Add a passkey while the portal is open at `http://127.0.0.1:3000`.',
}) {}

export class ChallengeExpired extends conflict({
  code: 'PASSKEY_CHALLENGE_EXPIRED',
  description:
    'The challenge for the passkey was not created for this browser and step, was already used, or has expired.',
  advice: 'Start again. A challenge is valid for 5 minutes.',
  reproduce: 'Add a passkey without the cookie of its challenge.',
}) {}

export class PasskeyInvalid extends invalid({
  code: 'PASSKEY_INVALID',
  description: 'The new passkey could not be verified.',
  advice: 'Try again, with an authenticator that asks for a PIN or biometrics.',
  reproduce: 'Add a passkey whose `client_data` belongs to another challenge.',
}) {}

export class PasskeyExists extends conflict({
  code: 'PASSKEY_EXISTS',
  description: 'The passkey was already added.',
  reproduce: 'Add a passkey with the credential ID of another one.',
}) {}

export class TooManyPasskeys extends conflict({
  code: 'TOO_MANY_PASSKEYS',
  description: `You have the maximum number of passkeys (${MAX_PASSKEYS}).`,
  advice: 'Remove a passkey that you do not use.',
  reproduce: `Add more than ${MAX_PASSKEYS} passkeys.`,
}) {}

export class PasskeyNotFound extends notFound({
  code: 'PASSKEY_NOT_FOUND',
  description: 'You have no passkey with this ID.',
  reproduce: 'Remove a passkey with an ID that does not exist.',
  message: (id: string) => `You have no passkey "${id}".`,
}) {}

/** The same response for all reasons, like `LoginFailed`; the reason is in the audit log. */
export class PasskeyRejected extends unauthenticated({
  code: 'PASSKEY_REJECTED',
  description: 'The passkey is unknown, was removed or could not be verified, or the account is disabled.',
  challenge: SESSION_CHALLENGE,
  advice: 'Log in with your password.',
  reproduce: 'Log in with a passkey that was removed in the portal.',
}) {}
