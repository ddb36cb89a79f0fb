import { ValidationFailed } from '#platform/model';

/** Prefix of the opaque cursors. */
export const CURSOR_PREFIX = 'cur';

const FORM = /^cur_[\w-]{54}$/;
const PROBLEM = 'must be the "next" of an earlier response, unchanged; leave it out to start from now';

/** The problem with the form of a cursor. Checks only the form; `Cursors.decode` verifies the origin. */
export const problemOfCursor = (cursor: unknown): string | undefined =>
  typeof cursor === 'string' && FORM.test(cursor) ? undefined : PROBLEM;

/** The cursor was made for another tenant or with another encryption key, or is forged. */
export class UnknownCursor extends ValidationFailed {
  constructor() {
    super([{ field: 'after', message: PROBLEM }]);
  }
}

/** The cursor is ahead of this database: the database was replaced, or restored from an older backup. */
export class CursorOfAnotherDatabase extends ValidationFailed {
  constructor() {
    super([{ field: 'after', message: 'is the cursor of another database; leave it out to start from now' }]);
  }
}
