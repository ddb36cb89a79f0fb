import { NameyardError } from './error.js';

/** Why a webhook was rejected. */
export type SignatureErrorReason =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'no_signature'
  | 'wrong_signature'
  | 'invalid_body';

/** The request is not an authentic, current webhook: respond with 400 and ignore it. */
export class SignatureError extends NameyardError {
  static override readonly kind: string = 'SignatureError';

  constructor(
    readonly reason: SignatureErrorReason,
    message: string,
  ) {
    super(message);
  }
}
