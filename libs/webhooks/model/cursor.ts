import { ValidationFailed } from '#platform/model';

/** Prefix of the opaque cursors. */
export const CURSOR_PREFIX = 'cur';

const FORM = /^cur_[\w-]{54}$/;
const PROBLEM = 'must be the "next" of an earlier response, unchanged; leave it out to start from now';

/** Why a cursor is malformed; undefined if it is not. `Cursors.decode` verifies where it comes from. */
export const problemOfCursor = (cursor: unknown): string | undefined =>
  typeof cursor === 'string' && FORM.test(cursor) ? undefined : PROBLEM;

/** The cursor was made for another tenant or with another encryption key, or is forged. */
export const unknownCursor = () => ValidationFailed.of('after', PROBLEM);

/** The cursor is ahead of this database: the database was replaced, or restored from an older backup. */
export const cursorOfAnotherDatabase = () =>
  ValidationFailed.of('after', 'is the cursor of another database; leave it out to start from now');
