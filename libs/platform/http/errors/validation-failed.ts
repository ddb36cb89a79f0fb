import { type BrokenField, invalid } from './refusal.js';

export class ValidationFailed extends invalid({
  code: 'VALIDATION_FAILED',
  description: 'One or more fields are not valid. `error.details` lists all of them.',
  advice: 'Correct the fields listed in `error.details`.',
  details: [{ field: 'owner.email', message: 'must be an email address' }],
  reproduce: 'Order a domain for 0 years.',
}) {
  constructor(details: BrokenField[]) {
    const fields = details.map(detail => detail.field).join(', ');
    super(`Invalid fields: ${fields}. See error.details.`, { details });
  }

  /** The error of a single field. */
  static of(field: string, message: string): ValidationFailed {
    return new ValidationFailed([{ field, message }]);
  }
}

export const UNKNOWN_ID = 'must be copied unchanged from an earlier response';

/** The ID or cursor in a field is not from an earlier response to the same kind of request. */
export class UnknownId extends ValidationFailed {
  constructor(field: string) {
    super([{ field, message: UNKNOWN_ID }]);
  }
}
