import { UNKNOWN_ID } from '../../errors/unknown-id.js';
import { INSTANT_MESSAGE, isInstant } from './choices.js';
import { Field, UNUSABLE } from './rule.js';

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
  return Field({
    optional: true,
    normalize: value => (value === undefined ? usual : numberIn(value)),
    problem: value => (isWhole(value) ? undefined : `must be a whole number from ${min} to ${max}`),
    schema: { description, type: 'integer', minimum: min, maximum: max, default: usual },
  });
}

/** Given twice it is a list, and stays one. */
const numberIn = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

/** A parameter that is sent empty is one that is not sent. */
const present = (value: unknown) => (value === '' ? undefined : value);

/** A text to look for, as it is; `form` is what it must look like. */
export function QueryText(options: { description: string; example?: string; form?: RegExp; must?: string }) {
  const { form, must = 'must be text of at most 255 characters, given once', ...schema } = options;
  const isFit = (value: unknown) =>
    typeof value === 'string' && value.length <= LONGEST && !UNUSABLE.test(value) && (!form || form.test(value));
  return Field({
    optional: true,
    normalize: present,
    problem: value => (isFit(value) ? undefined : must),
    schema: { ...schema, type: String, maxLength: LONGEST },
  });
}

const LONGEST = 255;

/** An opaque id or cursor. Only its form is checked here; the use case decodes it with `OpaqueIds`. */
export const QueryOpaqueId = (schema: { description: string; example: string }) =>
  QueryText({ ...schema, form: /^[a-z]+_[\w-]+$/, must: UNKNOWN_ID });

export function QueryInstant({ description }: { description: string }): PropertyDecorator {
  return Field({
    optional: true,
    normalize: present,
    problem: value => (isInstant(value) ? undefined : INSTANT_MESSAGE),
    schema: { description, type: String, format: 'date-time' },
  });
}
