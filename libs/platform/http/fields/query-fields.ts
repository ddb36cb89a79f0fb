import { applyDecorators } from '@nestjs/common';
import { Max, Min } from 'class-validator';
import { UNKNOWN_ID } from '../errors/validation-failed.js';
import { FORMATS } from '../exports/rows.js';
import { DateTimeField, EnumField, isDateTime, type Options, utcOf } from './fields.js';
import { Check, Field, isText, Normalize } from './field.js';
import { Property } from '../openapi/property.js';

interface IntegerOptions extends Options<number> {
  min: number;
  max: number;
  default: number;
}

/** An integer from `min` to `max` in a query, where every value is text. */
export function IntegerParameter({ min, max, ...options }: IntegerOptions) {
  const message = `must be an integer from ${min} to ${max}`;
  return Field(
    { ...options, optional: true, type: 'integer', minimum: min, maximum: max },
    Normalize(value => (value === undefined ? options.default : numberIn(value))),
    Min(min, { message }),
    Max(max, { message }),
  );
}

/** A parameter that is given twice is an array, which is not valid. */
const numberIn = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

const MAX_LENGTH = 255;

/** A text parameter, which is not trimmed. `message` describes what `pattern` requires. */
export function TextParameter(options: Options<string> & { pattern?: RegExp; message?: string } = {}) {
  const { pattern, message = 'must be a string of at most 255 characters, given once', ...schema } = options;
  const isValid = (value: unknown) => isText(value, MAX_LENGTH) && (!pattern || pattern.test(value));
  return Field(
    { ...schema, optional: true, allowsBlank: !pattern, type: String, maxLength: MAX_LENGTH },
    Check(isValid, message),
  );
}

export const EnumParameter = (schema: Options<string> & { of: readonly string[] }) =>
  EnumField({ ...schema, optional: true });

export const ExportFormat = () =>
  EnumParameter({ of: FORMATS, description: 'Format of the file, default `csv`.', example: 'csv' });

const OPAQUE = /^[a-z]+_[\w-]+$/;

/** An opaque ID or cursor. Only its form is checked here; the use case decodes it with `OpaqueIds`. */
export const OpaqueIdParameter = (schema: Options<string> = {}) =>
  TextParameter({ ...schema, pattern: OPAQUE, message: UNKNOWN_ID });

/** Restores the `+` of a time zone: unless percent-encoded, it is decoded as a space in a query. */
const PlusOfTimeZone = () =>
  Normalize(value => (typeof value === 'string' ? value.replace(/ (?=\d\d:\d\d$)/, '+') : value));

/** The position in a list: an opaque cursor, or a date and time. */
export const CursorOrTimeParameter = (schema: Options<string>) =>
  Field(
    { ...schema, optional: true, type: String, maxLength: MAX_LENGTH },
    Normalize(utcOf),
    PlusOfTimeZone(),
    Check(
      value => (isText(value, MAX_LENGTH) && OPAQUE.test(value)) || isDateTime(value),
      'must be copied unchanged from an earlier response, or be a date and time with a time zone, for example 2027-12-31T23:59:59Z',
    ),
  );

export const DateTimeParameter = (schema: Options = {}) =>
  applyDecorators(DateTimeField({ ...schema, optional: true }), PlusOfTimeZone());

export const PageLimit = (rows: string): PropertyDecorator =>
  IntegerParameter({ min: 1, max: 200, default: 50, description: `Maximum number of ${rows} (1–200, default 50).` });

const CURSOR = '`next` from the previous page.';

/** The parameter `before` or `after`: the cursor of a page. */
export const PageCursor = (example: string, pattern?: RegExp) =>
  TextParameter({ description: CURSOR, example, ...(pattern && { pattern, message: UNKNOWN_ID }) });

/** The parameter `before` if cursors are made by `OpaqueIds`. */
export const OpaquePageCursor = (example: string) => OpaqueIdParameter({ description: CURSOR, example });

/** The field `next` of a page: the cursor of the next page, which is sent as `parameter`. */
export const NextCursor = (example: string, parameter: 'before' | 'after' = 'before'): PropertyDecorator =>
  Property({
    type: String,
    nullable: true,
    description: `\`${parameter}\` of the next page; null on the last page.`,
    example,
  });
