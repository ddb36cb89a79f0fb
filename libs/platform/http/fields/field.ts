import { applyDecorators } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, ValidateBy } from 'class-validator';
import type { Refusal } from '../errors/refusal.js';
import { Documented } from '../openapi/property.js';

/** Control characters and lone surrogates, which cannot be displayed; PostgreSQL cannot store NUL. */
export const INVALID_CHARACTERS = /[\p{Cc}\p{Cs}]/u;

type Schema = ApiPropertyOptions & { type?: unknown; enum?: unknown };

export type FieldOptions = Schema & {
  /** Whether undefined and null are valid. */
  optional?: boolean;
  /** Whether a request that contains the member changes it. A request needs at least one such member; null is not valid. */
  isChange?: boolean;
  /** Whether an optional text can be blank. Otherwise blank text counts as absent, because forms send empty inputs as text. */
  allowsBlank?: boolean;
};

/** Declares a request field: decorators of class-validator and class-transformer, and how the OpenAPI document shows it. */
export function Field({ optional, isChange, allowsBlank, ...schema }: FieldOptions, ...rules: PropertyDecorator[]) {
  const isText = schema.type === String && !schema.enum;
  return applyDecorators(
    Documented(comment => ({
      ...(schema.description ? {} : comment),
      ...schema,
      ...(isChange && { [CHANGE_EXTENSION]: true }),
      required: !optional,
    })),
    ...rules,
    ...(optional ? [IsOptional()] : []),
    ...(isChange ? [Normalize(value => (value === null ? NULL : value))] : []),
    ...(optional && isText && !allowsBlank ? [Normalize(value => (isBlank(value) ? undefined : value))] : []),
  );
}

/** Temporary extension of the OpenAPI document, removed by its pass `acceptNulls`. */
export const CHANGE_EXTENSION = 'x-change';

/** Replaces a null that is not valid, so that the rules of the field refuse it. */
const NULL = Symbol('null');

export const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** Changes a value before it is validated. Of several on one field, the last applies first, as in class-transformer. */
export const Normalize = (normalize: (value: unknown) => unknown): PropertyDecorator =>
  Transform(({ value }) => normalize(value), { toClassOnly: true });

export const Trim = () => Normalize(value => (typeof value === 'string' ? value.trim() : value));

/** Problem of a value: text that follows the name of the field, or an error to throw if all invalid fields have it. */
export type Problem = string | Refusal;

/** A rule of class-validator, for a value or each element. `problemOf` returns undefined if it is valid. */
export const CheckedBy = (
  problemOf: (value: unknown) => Problem | undefined,
  { each = false } = {},
): PropertyDecorator =>
  ValidateBy(
    {
      name: 'rule',
      validator: {
        validate: value => problemOf(value) === undefined,
        defaultMessage: args => textOf(problemOf(args?.value)),
      },
    },
    { context: problemOf, each },
  );

/** A rule with a single message. */
export const Check = (isValid: (value: unknown) => boolean, message: string): PropertyDecorator =>
  CheckedBy(value => (isValid(value) ? undefined : message));

export const textOf = (problem: Problem | undefined): string =>
  typeof problem === 'object' ? problem.message : (problem ?? '');

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is a text of at most `max` characters that can be displayed and stored. */
export const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max && !INVALID_CHARACTERS.test(value);
