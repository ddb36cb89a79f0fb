import { NullableDateTime, NullableText, ObjectField, PasswordField, TextField } from '#platform/contract';
import { PasskeyAssertion } from './passkeys.js';

/** Part of each request that changes how somebody logs in: shows that the person of the session sent it. */
export class Confirmation {
  /** Your current password. `code` or `passkey` can replace it. @example "correct horse battery staple" */
  @PasswordField({ max: 1_024, optional: true }) current?: string;

  /** Code of your authenticator app, or a recovery code. It is used up. @example "123456" */
  @TextField({ max: 50, optional: true }) code?: string;

  /** Answer of your passkey to the challenge of `POST /portal/api/confirmation/options`. */
  @ObjectField(PasskeyAssertion, { optional: true }) passkey?: PasskeyAssertion;
}

export class ConfirmationView {
  /** Whether you can confirm with a code: of your authenticator app, or a recovery code. */
  code: boolean;

  /** Whether you can confirm with a passkey at the host of the request. */
  passkey: boolean;

  @NullableText('Name of the OpenID Connect provider with which you can log in again; null if none is set.', 'Acme')
  openid: string | null;

  @NullableDateTime(
    'Until then no confirmation is needed, because you have just logged in with the provider; else null.',
    null,
  )
  fresh_until: string | null;
}
