import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import { IsOptional, ValidateBy, ValidateNested } from 'class-validator';
import { addRule } from './rules-of.js';

/** The code of a broken field that brings none of its own. */
export const GENERIC_CODE = 'VALIDATION_FAILED';

/** Control characters cannot be stored or shown, and half a surrogate pair is no character. */
export const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

export interface Rule {
  /** What is taken for the value, as the caller meant it: without the spaces around a name, for example. */
  normalise?: (value: unknown) => unknown;
  /** What is wrong with the value, said so that the caller can mend it; undefined when nothing is. */
  problem: (value: unknown) => string | undefined;
  /** The code of the answer when this is the only broken field. */
  code?: (value: unknown) => string;
  optional?: boolean;
  /** Of an object: the class that its own fields stand in. */
  model?: new () => object;
}

/** One field of a request: how it is checked, what is said when it is broken, and how the document shows it. */
export function Field({ schema, ...rule }: Rule & { schema: ApiPropertyOptions }): PropertyDecorator {
  const { normalise, problem, code, optional, model } = rule;
  return applyDecorators(
    (target: object, name: string | symbol) => addRule(target, String(name), rule),
    Expose(),
    ...(normalise ? [Transform(({ obj, key }) => normalise((obj as Record<string, unknown>)[key]))] : []),
    ...(model ? [Type(() => model), ValidateNested()] : []),
    ...(optional ? [IsOptional()] : []),
    ValidateBy(
      {
        name: GENERIC_CODE,
        validator: {
          validate: value => problem(value) === undefined,
          defaultMessage: args => problem(args?.value) ?? '',
        },
      },
      { context: { codeOf: code } },
    ),
    ApiProperty({ ...schema, required: !optional } as ApiPropertyOptions),
  );
}
