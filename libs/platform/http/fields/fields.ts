import { isISO31661Alpha2 } from 'class-validator';
import { parseDateTime } from '../../process/clock/date-time.js';
import { isEmailAddress, MAX_EMAIL_LENGTH } from '../text/email-address.js';
import { textProblem } from '../text/one-line.js';
import { isPhoneNumber, normalizePhoneNumber } from '../text/phone-number.js';
import { CheckedField, Field, isObject, isText } from './rule.js';

interface Options<Example = unknown> {
  optional?: boolean;
  description: string;
  example?: Example;
}

const trim = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** One line of text with 1 to `max` characters after trimming, at least one of them visible. */
export function TextField({ max, optional, ...schema }: Options<string> & { max: number }): PropertyDecorator {
  return Field({
    optional,
    normalize: trim,
    problem: value => textProblem(value, max),
    // An optional text can be empty, which counts as absent.
    schema: { ...schema, type: String, ...(!optional && { minLength: 1 }), maxLength: max },
  });
}

/** A password. It is not trimmed, because spaces may be part of it. */
export const PasswordField = ({ max, ...options }: Options<string> & { max: number }) =>
  CheckedField(
    { ...options, type: String, format: 'password', minLength: 1, maxLength: max },
    value => typeof value === 'string' && value.length >= 1 && value.length <= max,
    `must be a string of 1 to ${max} characters`,
  );

/** An integer from `min` to `max`. Numbers in quotes are not accepted. */
export const IntegerField = ({ min, max, ...options }: Options<number> & { min: number; max: number }) =>
  CheckedField(
    { ...options, type: 'integer', minimum: min, maximum: max },
    value => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
    `must be an integer from ${min} to ${max}`,
  );

export const EmailField = (options: Options<string>) =>
  CheckedField(
    { ...options, type: String, maxLength: MAX_EMAIL_LENGTH, format: 'idn-email' },
    value => typeof value === 'string' && isEmailAddress(value),
    `must be an email address of at most ${MAX_EMAIL_LENGTH} bytes, 64 before the @, without invisible characters, for example ada@example.com`,
    // `trim` also removes invisible characters that are not spaces.
    value => (typeof value === 'string' && !/[\uFEFF\u2028\u2029]/.test(value) ? value.trim() : value),
  );

export const PhoneField = (options: Options<string>) =>
  CheckedField(
    { ...options, optional: true, type: String },
    value => typeof value === 'string' && isPhoneNumber(value),
    'must be + and 7 to 15 digits, optionally separated by spaces, dots, dashes, slashes or parentheses, and an extension such as x123, for example +1 202 555 0143',
    value => (typeof value === 'string' ? normalizePhoneNumber(value) : value),
  );

/** A country code (ISO 3166-1 alpha-2) in any case, converted to upper case. */
export const CountryField = (options: Options<string>) =>
  CheckedField(
    { ...options, optional: true, type: String, maxLength: 2 },
    value => typeof value === 'string' && /^[A-Z]{2}$/.test(value) && isISO31661Alpha2(value),
    'must be a two-letter country code (ISO 3166-1 alpha-2), for example DE',
    // ASCII only, because "ß".toUpperCase() is "SS", which is a country code.
    value => (typeof value === 'string' && /^\s*[a-z]{2}\s*$/i.test(value) ? value.trim().toUpperCase() : value),
  );

export const EnumField = (
  { of, ...options }: Options & { of: readonly string[] },
  normalize?: (value: unknown) => unknown,
) =>
  CheckedField(
    { ...options, type: String, enum: [...of] },
    value => of.includes(value as string),
    `must be ${of.length === 1 ? of[0] : `one of ${of.join(', ')}`}`,
    normalize,
  );

export const BooleanField = (options: Options) =>
  CheckedField({ ...options, type: Boolean }, value => typeof value === 'boolean', 'must be true or false');

const MAX_ITEM_LENGTH = 255;

/** A list of strings. The model checks what each of them may be. */
export const StringListField = ({
  minItems = 0,
  maxItems,
  ...options
}: Options<string[]> & { minItems?: number; maxItems: number }) =>
  CheckedField(
    { ...options, type: [String], ...(minItems > 0 && { minItems }), maxItems },
    value =>
      Array.isArray(value) &&
      value.length >= minItems &&
      value.length <= maxItems &&
      value.every(item => isText(item, MAX_ITEM_LENGTH)),
    `must be an array of ${minItems > 0 ? `${minItems} to` : 'at most'} ${maxItems} strings`,
  );

/** Converts a date and time to UTC with milliseconds; other values are unchanged. */
export const utcOf = (value: unknown): unknown =>
  typeof value === 'string' ? (parseDateTime(value)?.toISOString() ?? value) : value;

export const isDateTime = (value: unknown): boolean => typeof value === 'string' && parseDateTime(value) !== undefined;

/** A date and time with a time zone (RFC 3339), as text in UTC. */
export const DateTimeField = (options: Options) =>
  CheckedField(
    { ...options, type: String, format: 'date-time' },
    isDateTime,
    'must be a date and time with a time zone, in the years 0001 to 9999 (UTC), for example 2027-12-31T23:59:59Z',
    utcOf,
  );

/** An object whose fields are declared by `model`. */
export function ObjectField(model: new () => object, { optional, ...schema }: Options): PropertyDecorator {
  return Field({
    model,
    optional,
    problem: value => (isObject(value) ? undefined : 'must be an object'),
    schema: { ...schema, type: model },
  });
}

/** A list of objects whose fields are declared by `model`. */
export function ListField(
  model: new () => object,
  { optional, maxItems, ...schema }: { description: string; optional?: boolean; maxItems: number },
): PropertyDecorator {
  return Field({
    model,
    isList: true,
    optional,
    problem: value =>
      Array.isArray(value) && value.length <= maxItems ? undefined : `must be an array of at most ${maxItems} objects`,
    schema: { ...schema, type: [model], maxItems },
  });
}
