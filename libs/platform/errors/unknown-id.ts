import { ValidationFailed } from './validation-failed.js';

export const UNKNOWN_ID = 'must be copied unchanged from an earlier response';

/** 422: the id or cursor in a field was not handed out by this installation for this kind of request. */
export class UnknownId extends ValidationFailed {
  constructor(field: string) {
    super([{ field, message: UNKNOWN_ID }]);
  }
}
