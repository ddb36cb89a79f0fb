import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Field } from './rule.js';

interface QueryWholeOptions {
  min: number;
  max: number;
  /** What holds when it is left out. */
  usual: number;
  description: string;
}

/** A whole number in a query, where every value is text; both ends of its range are included. */
export function QueryWhole({ min, max, usual, description }: QueryWholeOptions): PropertyDecorator {
  const isWhole = (value: unknown) => typeof value === 'number' && value >= min && value <= max;
  return applyDecorators(
    Transform(({ value }) => (value === undefined ? usual : numberIn(value))),
    Field({
      optional: true,
      problem: value => (isWhole(value) ? undefined : `must be a whole number from ${min} to ${max}`),
      schema: { description, type: 'integer', minimum: min, maximum: max, default: usual },
    }),
  );
}

/** Given twice it is a list, and stays one. */
const numberIn = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
