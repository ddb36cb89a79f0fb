import { isEmail, isISO31661Alpha2 } from 'class-validator';
import { Field, UNUSABLE } from './rule.js';

interface TextOptions {
  optional?: boolean;
  max: number;
  description: string;
  example: string;
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** Text of so many characters after trimming, on one line. */
export function Text({ max, optional, ...schema }: TextOptions): PropertyDecorator {
  return Field({
    optional,
    normalize: trimmed,
    problem: value => textProblem(value, max),
    schema: { ...schema, type: String, minLength: 1, maxLength: max },
  });
}

function textProblem(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return `must be text of 1 to ${max} characters`;
  const length = value.length > 2 * max ? value.length : [...value].length;
  if (length < 1 || length > max) return `must be 1 to ${max} characters after trimming; this has ${length}`;
  return UNUSABLE.test(value) ? 'must not hold control characters or broken Unicode' : undefined;
}

/** Text that is taken as it is: spaces may be part of a password. It is never shown again. */
export function Secret({ max, ...schema }: TextOptions): PropertyDecorator {
  const problem = (value: unknown) =>
    typeof value === 'string' && value.length >= 1 && value.length <= max
      ? undefined
      : `must be text of 1 to ${max} characters`;
  return Field({ problem, schema: { ...schema, type: String, format: 'password', minLength: 1, maxLength: max } });
}

interface WholeOptions {
  min: number;
  max: number;
  optional?: boolean;
  description: string;
  example: number;
}

/** A whole number in a range, both ends included; a number in quotes is text, not a number. */
export function Whole({ min, max, optional, ...schema }: WholeOptions) {
  return Field({
    optional,
    problem: value =>
      Number.isInteger(value) && (value as number) >= min && (value as number) <= max
        ? undefined
        : `must be a whole number from ${min} to ${max}`,
    schema: { ...schema, type: 'integer', minimum: min, maximum: max },
  });
}

export function EmailAddress(schema: { description: string; example: string }): PropertyDecorator {
  const problem = (value: unknown) =>
    typeof value === 'string' && value.length <= 254 && !UNUSABLE.test(value) && isEmail(value)
      ? undefined
      : 'must be an e-mail address of at most 254 characters, such as ada@example.com';
  return Field({
    normalize: trimmed,
    problem,
    schema: { ...schema, type: String, maxLength: 254, format: 'email' },
  });
}

/** After the plus 7 to 15 digits (E.164), with the marks people write between them. */
const PHONE = /^\+(?:[ .()-]*\d){7,15}\)?$/;

export function PhoneNumber(schema: { description: string; example: string }): PropertyDecorator {
  const problem = (value: unknown) =>
    typeof value === 'string' && value.length <= 64 && PHONE.test(value)
      ? undefined
      : 'must be + and 7 to 15 digits, with spaces, dots, dashes or brackets between them, such as +1 202 555 0143';
  return Field({ optional: true, normalize: trimmed, problem, schema: { ...schema, type: String } });
}

/** ISO 3166-1 alpha-2, in any case; kept in upper case. */
export function CountryCode(schema: { description: string; example: string }): PropertyDecorator {
  const problem = (value: unknown) =>
    typeof value === 'string' && /^[A-Z]{2}$/.test(value) && isISO31661Alpha2(value)
      ? undefined
      : 'must be a country code of ISO 3166-1 alpha-2, such as DE';
  // Only ASCII: the upper case of "ß" is "SS", which is a country.
  const upper = (value: unknown) =>
    typeof value === 'string' && /^\s*[a-z]{2}\s*$/i.test(value) ? value.trim().toUpperCase() : value;
  return Field({
    optional: true,
    normalize: upper,
    problem,
    schema: { ...schema, type: String, minLength: 2, maxLength: 2 },
  });
}

/** An object with fields of its own. */
export function Nested(model: new () => object, schema: { description: string }): PropertyDecorator {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  return Field({
    model,
    problem: value => (isObject(value) ? undefined : 'must be an object'),
    schema: { ...schema, type: model },
  });
}
