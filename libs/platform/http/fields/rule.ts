import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { addRule } from './rules-of.js';

/** The error code of rules that do not declare one. */
export const GENERIC_CODE = 'VALIDATION_FAILED';

/** Control characters and lone surrogates, which cannot be displayed; PostgreSQL cannot store NUL. */
export const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

export interface Rule {
  /** Applied before the check, for example to trim spaces. */
  normalize?: (value: unknown) => unknown;
  /** What the value must be, to follow the name of the field; undefined when the value is valid. */
  problem: (value: unknown) => string | undefined;
  /** The error code when this is the only invalid field. */
  code?: (value: unknown) => string;
  /** Whether undefined and null are valid. */
  optional?: boolean;
  /** The class that declares the fields of an object. */
  model?: new () => object;
}

/** Declares a request field: how it is validated and how the OpenAPI document shows it. */
export function Field({ schema, ...rule }: Rule & { schema: ApiPropertyOptions }): PropertyDecorator {
  return applyDecorators(
    (target: object, name: string | symbol) => addRule(target, String(name), rule),
    ApiProperty({ ...schema, required: !rule.optional } as ApiPropertyOptions),
  );
}
