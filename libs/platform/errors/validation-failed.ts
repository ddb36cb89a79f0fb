import { type BrokenField, Invalid } from './refusal.js';

/** 422: one or more fields of the request are not what they must be. */
export class ValidationFailed extends Invalid {
  constructor(details: BrokenField[]) {
    const fields = details.map(detail => detail.field).join(', ');
    super('VALIDATION_FAILED', `Invalid fields: ${fields}. See error.details.`, { details });
  }
}
