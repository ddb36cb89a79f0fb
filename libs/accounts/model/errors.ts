import { conflict, forbidden, invalid, notFound, tooMany, unauthenticated } from '#platform/model';

export class InvalidEmail extends invalid({
  code: 'INVALID_EMAIL',
  description: 'The email address is not valid.',
  reproduce: 'Create an account with the email address `ada`.',
}) {
  constructor(email: string, maxLength: number) {
    super(`"${email}" is not an email address of at most ${maxLength} characters.`);
  }
}

export class WeakPassword extends invalid({
  code: 'WEAK_PASSWORD',
  description: 'The new password is too short, too long or too easy to guess.',
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

export class TenantMissing extends invalid({
  code: 'TENANT_MISSING',
  description: 'A developer needs at least one tenant.',
  reproduce: 'Create an account with the role `developer` and no tenants.',
}) {}

export class AccountExists extends conflict({
  code: 'ACCOUNT_EXISTS',
  description: 'The email address already has an account.',
  reproduce: 'Create two accounts with the same email address.',
}) {
  constructor(email: string) {
    super(`${email} already has an account.`);
  }
}

export class AccountNotFound extends notFound({
  code: 'ACCOUNT_NOT_FOUND',
  description: 'The account does not exist.',
  reproduce: 'Change an account with an ID that does not exist.',
}) {
  constructor(id: string) {
    super(`There is no account "${id}".`);
  }
}

/** Without it, operators could lock everyone out. */
export class LastOperator extends conflict({
  code: 'LAST_OPERATOR',
  description: 'The account is the last active operator.',
  advice: 'Create or enable another operator first.',
  reproduce: 'Disable the only active operator.',
}) {}

export class LoginFailed extends unauthenticated({
  code: 'LOGIN_FAILED',
  description: 'The email address or the password is wrong, or the account is disabled.',
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
