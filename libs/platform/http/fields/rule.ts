import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { IsOptional, ValidateBy } from 'class-validator';

/** The code of a broken field that brings none of its own. */
export const GENERIC_CODE = 'VALIDATION_FAILED';

/** Control characters cannot be stored or shown, and half a surrogate pair is no character. */
export const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

export interface Rule {
  /** What is wrong with the value, said so that the caller can mend it; undefined when nothing is. */
  problem: (value: unknown) => string | undefined;
  /** The code of the answer when this is the only broken field. */
  code?: (value: unknown) => string;
  optional?: boolean;
  schema: ApiPropertyOptions;
}

/** One field of a request: how it is checked, what is said when it is broken, and how the document shows it. */
export function Field({ problem, code, optional, schema }: Rule): PropertyDecorator {
  return applyDecorators(
    Expose(),
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
