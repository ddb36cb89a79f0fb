import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO31661Alpha2,
  IsObject,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { parseDateTime } from '../../process/clock/date-time.js';
import { problemOfDuration } from '../../process/clock/duration.js';
import { isEmailAddress, MAX_EMAIL_LENGTH } from '../text/email-address.js';
import { textProblem } from '../text/one-line.js';
import { isPhoneNumber, normalizePhoneNumber } from '../text/phone-number.js';
import { Check, CheckedBy, Field, isText, Normalize, Trim } from './field.js';

/** Most descriptions and examples are comments of the field, which the compiler plugin of `@nestjs/swagger` reads. */
export interface Options<Example = unknown> {
  optional?: boolean;
  isChange?: boolean;
  description?: string;
  example?: Example;
}

/** One line of text with 1 to `max` characters after trimming, at least one of them visible. */
export const TextField = ({ max, optional, ...schema }: Options<string> & { max: number }) =>
  Field(
    // An optional text can be empty, which counts as absent.
    { ...schema, optional, type: String, ...(!optional && { minLength: 1 }), maxLength: max },
    Trim(),
    CheckedBy(value => textProblem(value, max)),
  );

/** A password. It is not trimmed, because spaces may be part of it. */
export const PasswordField = ({ max, ...options }: Options<string> & { max: number }) =>
  Field(
    { ...options, allowsBlank: true, type: String, format: 'password', minLength: 1, maxLength: max },
    Normalize(value => (value === '' ? undefined : value)),
    Check(value => typeof value === 'string' && value.length <= max, `must be a string of 1 to ${max} characters`),
  );

/** An integer from `min` to `max`. Numbers in quotes are not accepted. */
export function IntegerField({ min, max, ...options }: Options<number> & { min: number; max: number }) {
  const message = min === max ? `must be the integer ${min}` : `must be an integer from ${min} to ${max}`;
  return Field(
    { ...options, type: 'integer', minimum: min, maximum: max },
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
}

/** A finite number, at least `minimum` if there is one. */
export function NumberField({ minimum, ...options }: Options<number> & { minimum?: number } = {}) {
  const isValid = (value: unknown) => Number.isFinite(value) && (value as number) >= (minimum ?? -Infinity);
  const expected = minimum === undefined ? 'must be a number' : `must be a number of at least ${minimum}`;
  return Field({ ...options, type: Number, ...(minimum !== undefined && { minimum }) }, Check(isValid, expected));
}

export const EmailField = (options: Options<string> = {}) =>
  Field(
    { ...options, type: String, maxLength: MAX_EMAIL_LENGTH, format: 'idn-email' },
    // `trim` would also remove these invisible characters, which the check must refuse.
    Normalize(value => (typeof value === 'string' && !/[\uFEFF\u2028\u2029]/.test(value) ? value.trim() : value)),
    Check(
      value => typeof value === 'string' && isEmailAddress(value),
      `must be an email address of at most ${MAX_EMAIL_LENGTH} bytes, 64 before the @, without invisible characters, for example ada@example.com`,
    ),
  );

export const PhoneField = (options: Options<string> = {}) =>
  Field(
    { optional: true, ...options, type: String },
    Normalize(value => (typeof value === 'string' ? normalizePhoneNumber(value) : value)),
    Check(
      value => typeof value === 'string' && isPhoneNumber(value),
      'must be + and 7 to 15 digits, optionally separated by spaces, dots, dashes, slashes or parentheses, and an extension such as x123, for example +1 202 555 0143',
    ),
  );

const COUNTRY = { message: 'must be a two-letter country code (ISO 3166-1 alpha-2), for example DE' };

/** A country code (ISO 3166-1 alpha-2) in any case, converted to upper case. */
export const CountryField = (options: Options<string> = {}) =>
  Field(
    { optional: true, ...options, type: String, maxLength: 2 },
    // ASCII only, because "ß".toUpperCase() is "SS", which is a country code.
    Normalize(value =>
      typeof value === 'string' && /^\s*[a-z]{2}\s*$/i.test(value) ? value.trim().toUpperCase() : value,
    ),
    Matches(/^[A-Z]{2}$/, COUNTRY),
    IsISO31661Alpha2(COUNTRY),
  );

export const EnumField = ({ of, ...options }: Options & { of: readonly string[] }) =>
  Field(
    { ...options, type: String, enum: [...of] },
    IsIn(of, { message: `must be ${of.length === 1 ? of[0] : `one of ${of.join(', ')}`}` }),
  );

export const BooleanField = (options: Options = {}) =>
  Field({ ...options, type: Boolean }, IsBoolean({ message: 'must be true or false' }));

const MAX_ITEM_LENGTH = 255;

/** A list of strings. The domain model validates their values. */
export const StringListField = ({
  minItems = 0,
  maxItems,
  ...options
}: Options<string[]> & { minItems?: number; maxItems: number }) =>
  Field(
    { ...options, type: [String], ...(minItems > 0 && { minItems }), maxItems },
    Check(
      value =>
        Array.isArray(value) &&
        value.length >= minItems &&
        value.length <= maxItems &&
        value.every(item => isText(item, MAX_ITEM_LENGTH)),
      `must be an array of ${minItems > 0 ? `${minItems} to` : 'at most'} ${maxItems} strings`,
    ),
  );

/** Converts a date and time to UTC with milliseconds; other values are unchanged. */
export const utcOf = (value: unknown): unknown =>
  typeof value === 'string' ? (parseDateTime(value)?.toISOString() ?? value) : value;

export const isDateTime = (value: unknown): boolean => typeof value === 'string' && parseDateTime(value) !== undefined;

/** A date and time with a time zone (RFC 3339), as text in UTC. */
export const DateTimeField = (options: Options = {}) =>
  Field(
    { ...options, type: String, format: 'date-time' },
    Normalize(utcOf),
    Check(
      isDateTime,
      'must be a date and time with a time zone, in the years 0001 to 9999 (UTC), for example 2027-12-31T23:59:59Z',
    ),
  );

/** An object whose fields are declared by `model`. */
export const ObjectField = (model: new () => object, options: Options = {}) =>
  Field(
    { ...options, type: model },
    IsObject({ message: 'must be an object' }),
    ValidateNested(),
    Type(() => model),
  );

/** A list of objects whose fields are declared by `model`. */
export function ListField(
  model: new () => object,
  { maxItems, ...options }: Options & { maxItems: number },
): PropertyDecorator {
  const message = `must be an array of at most ${maxItems} objects`;
  return Field(
    { ...options, type: [model], maxItems },
    IsArray({ message }),
    ArrayMaxSize(maxItems, { message }),
    ValidateNested({ each: true }),
    Type(() => model),
  );
}

/** A length of time in ISO 8601, for example `P30D`. */
export const DurationField = (options: { optional?: boolean }) =>
  Field({ ...options, type: String, format: 'duration' }, CheckedBy(problemOfDuration));
