import { UNKNOWN_ID } from '../../errors/validation-failed.js';
import { DATE_TIME_MESSAGE, isDateTime } from './choices.js';
import { Field, INVALID_CHARACTERS } from './rule.js';

interface IntegerOptions {
  min: number;
  max: number;
  default: number;
  description: string;
}

/** An integer from `min` to `max` in a query, where every value is text. */
export function IntegerParameter({ min, max, default: fallback, description }: IntegerOptions): PropertyDecorator {
  const isInteger = (value: unknown) => typeof value === 'number' && value >= min && value <= max;
  return Field({
    optional: true,
    normalize: value => (value === undefined ? fallback : numberIn(value)),
    problem: value => (isInteger(value) ? undefined : `must be an integer from ${min} to ${max}`),
    schema: { description, type: 'integer', minimum: min, maximum: max, default: fallback },
  });
}

/** A parameter that is given twice is an array, which is not valid. */
const numberIn = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

/** An empty parameter counts as absent. */
const present = (value: unknown) => (value === '' ? undefined : value);

/** A text parameter, used as it is sent. `pattern` restricts its form; `message` then says what it must be. */
export function TextParameter(options: { description: string; example?: string; pattern?: RegExp; message?: string }) {
  const { pattern, message = 'must be a string of at most 255 characters, given once', ...schema } = options;
  const isValid = (value: unknown) =>
    typeof value === 'string' &&
    value.length <= MAX_LENGTH &&
    !INVALID_CHARACTERS.test(value) &&
    (!pattern || pattern.test(value));
  return Field({
    optional: true,
    normalize: present,
    problem: value => (isValid(value) ? undefined : message),
    schema: { ...schema, type: String, maxLength: MAX_LENGTH },
  });
}

const MAX_LENGTH = 255;

/** An opaque ID or cursor. Only its form is checked here; the use case decodes it with `OpaqueIds`. */
export const OpaqueIdParameter = (schema: { description: string; example: string }) =>
  TextParameter({ ...schema, pattern: /^[a-z]+_[\w-]+$/, message: UNKNOWN_ID });

export function DateTimeParameter({ description }: { description: string }): PropertyDecorator {
  return Field({
    optional: true,
    normalize: present,
    problem: value => (isDateTime(value) ? undefined : DATE_TIME_MESSAGE),
    schema: { description, type: String, format: 'date-time' },
  });
}
