/** Why a login with the provider failed; the portal explains it. */
export type OpenIdReason =
  | 'unavailable'
  | 'expired'
  | 'denied'
  | 'provider_error'
  | 'unverified_email'
  | 'unknown_person'
  | 'disabled'
  | 'account_changed'
  | 'other_identity';

export class OpenIdFailure extends Error {
  constructor(
    readonly reason: OpenIdReason,
    /** For the log and the audit log. */
    readonly note?: string,
    options?: ErrorOptions,
  ) {
    super(note ?? reason, options);
  }
}
