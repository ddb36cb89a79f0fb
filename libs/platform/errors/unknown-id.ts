import { ValidationFailed } from './validation-failed.js';

export const UNKNOWN_ID = 'must be copied unchanged from an earlier response';

/** The ID or cursor in a field is not from an earlier response to the same kind of request. */
export class UnknownId extends ValidationFailed {
  constructor(field: string) {
    super([{ field, message: UNKNOWN_ID }]);
  }
}
