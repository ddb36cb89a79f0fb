import { Field, INVALID_CHARACTERS } from './rule.js';

interface Options {
  optional?: boolean;
  description: string;
}

export function EnumField({ of, optional, ...schema }: Options & { of: readonly string[] }): PropertyDecorator {
  const problem = (value: unknown) =>
    of.includes(value as string) ? undefined : `must be ${of.length === 1 ? of[0] : `one of ${of.join(', ')}`}`;
  return Field({ optional, problem, schema: { ...schema, type: String, enum: [...of] } });
}

export function BooleanField({ optional, ...schema }: Options): PropertyDecorator {
  const problem = (value: unknown) => (typeof value === 'boolean' ? undefined : 'must be true or false');
  return Field({ optional, problem, schema: { ...schema, type: Boolean } });
}

const MAX_ITEM_LENGTH = 255;

const isItem = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MAX_ITEM_LENGTH && !INVALID_CHARACTERS.test(value);

/** A list of strings. The model checks what each of them may be. */
export function StringListField({
  maxItems,
  optional,
  ...schema
}: Options & { maxItems: number; example: string[] }): PropertyDecorator {
  const isList = (value: unknown) => Array.isArray(value) && value.length <= maxItems && value.every(isItem);
  return Field({
    optional,
    problem: value => (isList(value) ? undefined : `must be an array of at most ${maxItems} strings`),
    schema: { ...schema, type: [String], maxItems },
  });
}

/** RFC 3339, section 5.6. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Years with four digits, in UTC; PostgreSQL and ISO 8601 write other years differently. */
const [EARLIEST_MS, LATEST_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

export function isDateTime(value: unknown): boolean {
  if (typeof value !== 'string' || !DATE_TIME.test(value)) return false;
  const at = Date.parse(value);
  return at >= EARLIEST_MS && at <= LATEST_MS;
}

export const DATE_TIME_MESSAGE =
  'must be a date and time with a time zone, in the years 0001 to 9999 (UTC), for example 2027-12-31T23:59:59Z';

/** A date and time with a time zone, as text (RFC 3339). */
export function DateTimeField({ optional, ...schema }: Options): PropertyDecorator {
  const problem = (value: unknown) => (isDateTime(value) ? undefined : DATE_TIME_MESSAGE);
  return Field({ optional, problem, schema: { ...schema, type: String, format: 'date-time' } });
}
