import { conflict, invalid, notFound } from '#platform/model';

/** Maximum number of receivers per tenant. */
export const MAX_RECEIVERS = 16;

/** Maximum length of a receiver's description. */
export const MAX_DESCRIPTION_LENGTH = 200;

/** Maximum number of hours during which a replaced secret still signs. */
export const MAX_OVERLAP_HOURS = 7 * 24;

export class InvalidUrl extends invalid({
  code: 'INVALID_URL',
  description: 'The URL is not valid, or its host is not allowed.',
}) {
  constructor(problem: string) {
    super(`The URL ${problem}.`);
  }
}

export class InvalidDescription extends invalid({
  code: 'INVALID_DESCRIPTION',
  description: `The description is longer than ${MAX_DESCRIPTION_LENGTH} characters.`,
}) {}

export class UnknownEvent extends invalid({
  code: 'UNKNOWN_EVENT',
  description: 'The request contains an event type that does not exist.',
}) {
  constructor(event: string, known: readonly string[]) {
    super(`There is no event type "${event}"; receivers can subscribe to ${known.join(', ')}.`);
  }
}

export class InvalidOverlap extends invalid({
  code: 'INVALID_OVERLAP',
  description: `The overlap is not from 0 to ${MAX_OVERLAP_HOURS} hours.`,
}) {}

export class InvalidSince extends invalid({
  code: 'INVALID_SINCE',
  description: 'The start of the recovery range is not in the past.',
}) {}

export class TooManyReceivers extends conflict({
  code: 'TOO_MANY_RECEIVERS',
  description: `The tenant has the maximum number of receivers (${MAX_RECEIVERS}).`,
  advice: 'Remove a receiver that is not used.',
}) {}

export class ReceiverOff extends conflict({ code: 'RECEIVER_OFF', description: 'The receiver is switched off.' }) {
  constructor(id: string, reason: string | null) {
    super(`Receiver ${id} is off (${reason ?? 'by its owner'}); switch it on first.`);
  }
}

export class ReceiverNotFound extends notFound({
  code: 'RECEIVER_NOT_FOUND',
  description: 'The receiver does not exist or was removed.',
}) {
  constructor(id: string) {
    super(`There is no receiver "${id}"; \`webhooks list --tenant SLUG\` lists the receivers of a tenant.`);
  }
}

export class DeliveryNotFound extends notFound({
  code: 'DELIVERY_NOT_FOUND',
  description: 'The delivery does not exist.',
}) {
  constructor(id: string) {
    super(`There is no delivery "${id}"; \`webhooks deliveries --tenant SLUG\` lists the deliveries of a tenant.`);
  }
}

export class DeliveryUnderWay extends conflict({
  code: 'DELIVERY_UNDER_WAY',
  description: 'An attempt is in progress.',
}) {
  constructor(id: string) {
    super(`An attempt of delivery ${id} is in progress; try again in a few seconds.`);
  }
}

export class RecoveryNotFound extends notFound({
  code: 'RECOVERY_NOT_FOUND',
  description: 'The recovery does not exist.',
}) {
  constructor(id: string) {
    super(`There is no recovery "${id}".`);
  }
}

export class OtherEncryptionKey extends conflict({
  code: 'OTHER_ENCRYPTION_KEY',
  description: 'The encryption key of this process differs from the key that encrypted the signing secrets.',
}) {
  constructor(ours: string, theirs: string) {
    super(
      `The encryption key of this process is ${ours}, but the secrets of this installation were encrypted with ${theirs}. Set the same ENCRYPTION_KEY or DATA_DIR for all processes.`,
    );
  }
}
