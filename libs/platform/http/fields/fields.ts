import { isEmail, isISO31661Alpha2 } from 'class-validator';
import { Field, INVALID_CHARACTERS } from './rule.js';

interface TextOptions {
  optional?: boolean;
  max: number;
  description: string;
  example: string;
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** One line of text with 1 to `max` characters after trimming. */
export function TextField({ max, optional, ...schema }: TextOptions): PropertyDecorator {
  return Field({
    optional,
    normalize: trimmed,
    problem: value => textProblem(value, max),
    schema: { ...schema, type: String, minLength: 1, maxLength: max },
  });
}

function textProblem(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return `must be a string of 1 to ${max} characters`;
  const length = value.length > 2 * max ? value.length : [...value].length;
  if (length < 1 || length > max) return `must be 1 to ${max} characters after trimming; it has ${length}`;
  return INVALID_CHARACTERS.test(value) ? 'must not contain control characters or invalid Unicode' : undefined;
}

/** A password. It is not trimmed, because spaces may be part of it. */
export function PasswordField({ max, ...schema }: TextOptions): PropertyDecorator {
  const problem = (value: unknown) =>
    typeof value === 'string' && value.length >= 1 && value.length <= max
      ? undefined
      : `must be a string of 1 to ${max} characters`;
  return Field({ problem, schema: { ...schema, type: String, format: 'password', minLength: 1, maxLength: max } });
}

interface IntegerOptions {
  min: number;
  max: number;
  optional?: boolean;
  description: string;
  example: number;
}

/** An integer from `min` to `max`. Numbers in quotes are not accepted. */
export function IntegerField({ min, max, optional, ...schema }: IntegerOptions) {
  return Field({
    optional,
    problem: value =>
      Number.isInteger(value) && (value as number) >= min && (value as number) <= max
        ? undefined
        : `must be an integer from ${min} to ${max}`,
    schema: { ...schema, type: 'integer', minimum: min, maximum: max },
  });
}

export function EmailField(schema: { description: string; example: string }): PropertyDecorator {
  const problem = (value: unknown) =>
    typeof value === 'string' && value.length <= 254 && !INVALID_CHARACTERS.test(value) && isEmail(value)
      ? undefined
      : 'must be an email address of at most 254 characters, for example ada@example.com';
  return Field({
    normalize: trimmed,
    problem,
    schema: { ...schema, type: String, maxLength: 254, format: 'email' },
  });
}

/** `+` and 7 to 15 digits (E.164), with common separators. */
const PHONE = /^\+(?:[ .()-]*\d){7,15}\)?$/;

export function PhoneField(schema: { description: string; example: string }): PropertyDecorator {
  const problem = (value: unknown) =>
    typeof value === 'string' && value.length <= 64 && PHONE.test(value)
      ? undefined
      : 'must be + and 7 to 15 digits, optionally separated by spaces, dots, dashes or parentheses, for example +1 202 555 0143';
  return Field({ optional: true, normalize: trimmed, problem, schema: { ...schema, type: String } });
}

/** A country code (ISO 3166-1 alpha-2) in any case, converted to upper case. */
export function CountryField(schema: { description: string; example: string }): PropertyDecorator {
  const problem = (value: unknown) =>
    typeof value === 'string' && /^[A-Z]{2}$/.test(value) && isISO31661Alpha2(value)
      ? undefined
      : 'must be a two-letter country code (ISO 3166-1 alpha-2), for example DE';
  // ASCII only, because "ß".toUpperCase() is "SS", which is a country code.
  const toUpperCase = (value: unknown) =>
    typeof value === 'string' && /^\s*[a-z]{2}\s*$/i.test(value) ? value.trim().toUpperCase() : value;
  return Field({
    optional: true,
    normalize: toUpperCase,
    problem,
    schema: { ...schema, type: String, minLength: 2, maxLength: 2 },
  });
}

/** An object whose fields are declared by `model`. */
export function ObjectField(model: new () => object, schema: { description: string }): PropertyDecorator {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  return Field({
    model,
    problem: value => (isObject(value) ? undefined : 'must be an object'),
    schema: { ...schema, type: model },
  });
}
