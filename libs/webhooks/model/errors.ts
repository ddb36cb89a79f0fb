import { conflict, invalid, notFound } from '#platform/model';

/** Maximum number of receivers per tenant. */
export const MAX_RECEIVERS = 16;

/** Maximum number of receivers of a temporary tenant. */
export const MAX_TEMPORARY_RECEIVERS = 4;

export const maxReceiversOf = ({ parentId }: { parentId: string | null }): number =>
  parentId === null ? MAX_RECEIVERS : MAX_TEMPORARY_RECEIVERS;

/** Maximum length of a receiver's description. */
export const MAX_DESCRIPTION_LENGTH = 200;

/** Maximum number of hours during which a replaced secret still signs. */
export const MAX_OVERLAP_HOURS = 7 * 24;

export class InvalidUrl extends invalid({
  code: 'INVALID_URL',
  description: 'The URL is not valid, or its host is not allowed.',
  advice: 'Send a URL that the service can reach, as the message says.',
  reproduce: 'Create a receiver with the URL `ftp://example.com`.',
  message: (problem: string) => `The URL ${problem}.`,
}) {}

export class InvalidDescription extends invalid({
  code: 'INVALID_DESCRIPTION',
  description: `The description is longer than ${MAX_DESCRIPTION_LENGTH} characters.`,
  advice: 'Send a shorter description.',
  reproduce: `Create a receiver with a description of ${MAX_DESCRIPTION_LENGTH + 1} characters.`,
}) {}

export class UnknownEvent extends invalid({
  code: 'UNKNOWN_EVENT',
  description: 'The request contains an event type that does not exist.',
  advice: 'Send types that the message lists, or none for all.',
  reproduce: 'Create a receiver for the event type `domain.unknown`.',
  message: (event: string, known: readonly string[]) =>
    `There is no event type "${event}"; receivers can subscribe to ${known.join(', ')}.`,
}) {}

export class InvalidOverlap extends invalid({
  code: 'INVALID_OVERLAP',
  description: `The overlap is not from 0 to ${MAX_OVERLAP_HOURS} hours.`,
  reproduce: `Rotate a secret with an overlap of ${MAX_OVERLAP_HOURS + 1} hours.`,
}) {}

export class InvalidSince extends invalid({
  code: 'INVALID_SINCE',
  description: 'The start of the recovery range is not in the past.',
  reproduce: 'Recover deliveries since a time in the future.',
}) {}

export class TooManyReceivers extends conflict({
  code: 'TOO_MANY_RECEIVERS',
  description: `The tenant has the maximum number of receivers (${MAX_RECEIVERS}, or ${MAX_TEMPORARY_RECEIVERS} for a world).`,
  advice: 'Remove a receiver that is not used.',
  reproduce: `Create ${MAX_RECEIVERS + 1} receivers for one tenant.`,
}) {}

export class ReceiverOff extends conflict({
  code: 'RECEIVER_OFF',
  description: 'The receiver is switched off.',
  reproduce: 'Switch a receiver off, then resend a delivery to it.',
  message: (id: string, reason: string | null) =>
    `Receiver ${id} is off (${reason ?? 'by its owner'}); switch it on first.`,
}) {}

export class ReceiverNotFound extends notFound({
  code: 'RECEIVER_NOT_FOUND',
  description: 'The receiver does not exist or was removed.',
  advice: 'List the receivers of the tenant.',
  reproduce: 'Get a receiver with an ID that does not exist.',
  message: (id: string) => `There is no receiver "${id}". List the receivers of the tenant.`,
}) {}

export class DeliveryNotFound extends notFound({
  code: 'DELIVERY_NOT_FOUND',
  description: 'The delivery does not exist.',
  reproduce: 'Get a delivery with an ID that does not exist.',
  message: (id: string) => `There is no delivery "${id}". List the deliveries of the tenant.`,
}) {}

export class DeliveryUnderWay extends conflict({
  code: 'DELIVERY_UNDER_WAY',
  description: 'An attempt is in progress.',
  retryable: true,
  reproduce: 'Resend a delivery while its receiver delays the response to an attempt.',
  message: (id: string) => `An attempt of delivery ${id} is in progress; try again in a few seconds.`,
}) {}

export class RecoveryNotFound extends notFound({
  code: 'RECOVERY_NOT_FOUND',
  description: 'The recovery does not exist.',
  reproduce: 'Get a recovery with an ID that does not exist.',
  message: (id: string) => `There is no recovery "${id}".`,
}) {}

export class OtherEncryptionKey extends conflict({
  code: 'OTHER_ENCRYPTION_KEY',
  description: 'The encryption key of this process differs from the key that encrypted the signing secrets.',
  reproduce: 'Start a process with another `ENCRYPTION_KEY`.',
  message: (ours: string, theirs: string) =>
    `The encryption key of this process is ${ours}, but the secrets of this installation were encrypted with ${theirs}. Set the same ENCRYPTION_KEY or DATA_DIR for all processes.`,
}) {}
