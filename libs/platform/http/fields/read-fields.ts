import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { type BrokenField, Invalid } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/validation-failed.js';
import { GENERIC_CODE } from './rule.js';
import { takeFields } from './take-fields.js';

interface Found extends BrokenField {
  code: string;
}

/**
 * The fields of a class, read from a JSON value; fields that the class does not name are not looked at.
 * @throws ValidationFailed with every broken field · Invalid with a rule's own code when it alone is broken
 */
export function readFields<T extends object>(model: new () => T, value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ValidationFailed([{ field: 'body', message: 'must be a JSON object' }]);
  return takeFields(model, value) ?? explain(model, value);
}

/** Looks at every field and says what is wrong with each; several times the work of taking what is right. */
export function explain<T extends object>(model: new () => T, value: object): T {
  const fields = plainToInstance(model, value, { strategy: 'excludeAll' });
  const errors = validateSync(fields, { stopAtFirstError: true, forbidUnknownValues: false });
  if (errors.length > 0) throw refusalFor(errors.flatMap(error => brokenFields(error, '')));
  return fields;
}

function refusalFor(found: Found[]): Invalid {
  const details = found.map(({ field, message }) => ({ field, message }));
  const [only] = found;
  if (found.length > 1 || !only || only.code === GENERIC_CODE) return new ValidationFailed(details);
  // A rule with a code of its own speaks for itself; the others say what their field must be.
  const message = only.message.endsWith('.') ? only.message : `${only.field} ${only.message}.`;
  return new Invalid(only.code, message, { details });
}

function brokenFields(error: ValidationError, path: string): Found[] {
  const field = path + error.property;
  const message = error.constraints?.[GENERIC_CODE];
  if (message !== undefined) {
    const context = error.contexts?.[GENERIC_CODE] as { codeOf?: (value: unknown) => string } | undefined;
    return [{ field, message, code: context?.codeOf?.(error.value) ?? GENERIC_CODE }];
  }
  return (error.children ?? []).flatMap(child => brokenFields(child, `${field}.`));
}
