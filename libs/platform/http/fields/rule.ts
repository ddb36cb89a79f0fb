import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { Refusal } from '../errors/refusal.js';

/** Control characters and lone surrogates, which cannot be displayed; PostgreSQL cannot store NUL. */
export const INVALID_CHARACTERS = /[\p{Cc}\p{Cs}]/u;

export interface Rule {
  /** Applied before the check, for example to trim spaces. */
  normalize?: (value: unknown) => unknown;
  /**
   * Returns a text that follows the name of the field, such as "must be an integer"; undefined if the value is valid. A
   * `Refusal` is thrown unchanged if this is the only invalid field.
   */
  problem: (value: unknown) => string | Refusal | undefined;
  /** Whether undefined and null are valid. */
  optional?: boolean;
  /** Whether the value is a text, but not one of a list. A blank one counts as absent if it is optional and not valid. */
  isText?: boolean;
  /** The class that declares the fields of an object, or of each object in a list. */
  model?: new () => object;
  isList?: boolean;
}

/** The fields that each class declares itself, by its prototype. */
const declared = new Map<object, Map<string, Rule>>();

/** Declares a request field: how it is validated and how the OpenAPI document shows it. */
export function Field({ schema, ...rule }: Rule & { schema: ApiPropertyOptions }): PropertyDecorator {
  const declare = (prototype: object, name: string | symbol) => {
    const rules = declared.get(prototype) ?? new Map<string, Rule>();
    declared.set(prototype, rules.set(String(name), { ...rule, isText: schema.type === String && !schema.enum }));
  };
  return applyDecorators(declare, ApiProperty({ ...schema, required: !rule.optional } as ApiPropertyOptions));
}

/** Declares a field with a single check. `message` completes "<field> …". */
export const CheckedField = (
  { optional, ...schema }: ApiPropertyOptions & { optional?: boolean },
  isValid: (value: unknown) => boolean,
  message: string,
  normalize?: Rule['normalize'],
): PropertyDecorator =>
  Field({
    optional,
    normalize,
    problem: value => (isValid(value) ? undefined : message),
    schema: schema as ApiPropertyOptions,
  });

/** The fields of a class, and then inherited ones. */
export function* rulesOf(model: new () => object): Iterable<[string, Rule]> {
  for (let at = model.prototype as object | null; at !== null; at = Object.getPrototypeOf(at) as object | null)
    yield* declared.get(at) ?? [];
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is a text of at most `max` characters that can be displayed and stored. */
export const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max && !INVALID_CHARACTERS.test(value);
