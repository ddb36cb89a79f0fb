import { NameyardError } from '../client/index.js';

/** The server did not start. The message contains what to do and the last output of the server. */
export class StartError extends NameyardError {
  static override readonly kind: string = 'StartError';
}

/** `verify` did not count the expected number. The message lists the nearest misses. */
export class VerificationError extends NameyardError {
  static override readonly kind: string = 'VerificationError';
}

/** `receiver.next` got no matching event in time. The message lists what arrived. */
export class EventNotReceivedError extends NameyardError {
  static override readonly kind: string = 'EventNotReceivedError';
}
