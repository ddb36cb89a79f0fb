import { Invalid } from '#platform/model';

/** A place between two events: the transaction that recorded what lies before it, and the position within. */
export interface Place {
  /** Decimal digits, as in `position`: numbers larger than JavaScript's own. */
  recordedBy: string;
  position: string;
}

const FORM = /^(\d{1,20})\.(\d{1,19})$/;
const LONGEST_CURSOR = 64;
const LAST_TRANSACTION = 2n ** 64n - 1n;
const LAST_POSITION = 2n ** 63n - 1n;

/** The place as callers get it: opaque, so that it may look different one day. */
export const cursorOf = ({ recordedBy, position }: Place): string =>
  Buffer.from(`${recordedBy}.${position}`).toString('base64url');

/** The place that a cursor means; nothing when it is no cursor of ours. */
export function placeOf(cursor: unknown): Place | undefined {
  if (typeof cursor !== 'string' || cursor.length > LONGEST_CURSOR) return undefined;
  const [, recordedBy, position] = FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (recordedBy === undefined || position === undefined) return undefined;
  if (BigInt(recordedBy) > LAST_TRANSACTION || BigInt(position) > LAST_POSITION) return undefined;
  return { recordedBy, position };
}

/** What is wrong with a cursor, to stand behind its name. */
export const problemOfCursor = (cursor: unknown): string | undefined =>
  placeOf(cursor) ? undefined : 'must be the "next" of an earlier answer, unchanged; leave it out to begin from now';

/** It lies where no event was recorded yet: it was made before the database was replaced by another. */
export class CursorOfAnotherDatabase extends Invalid {
  constructor() {
    const message = 'is the cursor of another database than this; leave it out to begin from now';
    super('VALIDATION_FAILED', `The request cannot be used as it is: after ${message}.`, {
      details: [{ field: 'after', message }],
    });
  }
}
