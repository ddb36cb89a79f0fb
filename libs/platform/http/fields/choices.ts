import { Field, UNUSABLE } from './rule.js';

interface Options {
  optional?: boolean;
  description: string;
}

/** One of a few words. */
export function Choice({ of, optional, ...schema }: Options & { of: readonly string[] }): PropertyDecorator {
  const problem = (value: unknown) =>
    of.includes(value as string) ? undefined : `must be ${of.length === 1 ? of[0] : `one of ${of.join(', ')}`}`;
  return Field({ optional, problem, schema: { ...schema, type: String, enum: [...of] } });
}

export function Flag({ optional, ...schema }: Options): PropertyDecorator {
  const problem = (value: unknown) => (typeof value === 'boolean' ? undefined : 'must be true or false');
  return Field({ optional, problem, schema: { ...schema, type: Boolean } });
}

const LONGEST_WORD = 255;

const isWord = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= LONGEST_WORD && !UNUSABLE.test(value);

/** A list of words. What each of them may be is for the model to say. */
export function Words({ most, optional, ...schema }: Options & { most: number; example: string[] }): PropertyDecorator {
  const areWords = (value: unknown) => Array.isArray(value) && value.length <= most && value.every(isWord);
  return Field({
    optional,
    problem: value => (areWords(value) ? undefined : `must be a list of at most ${most} words`),
    schema: { ...schema, type: [String], maxItems: most },
  });
}

/** ISO 8601 with a time zone, as in RFC 3339. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Years that ISO 8601 writes with four digits and PostgreSQL reads as they are, in UTC. */
const [EARLIEST_MS, LATEST_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

export function isInstant(value: unknown): boolean {
  if (typeof value !== 'string' || !INSTANT.test(value)) return false;
  const at = Date.parse(value);
  return at >= EARLIEST_MS && at <= LATEST_MS;
}

export const INSTANT_MESSAGE =
  'must be a date and time with a time zone, in the years 0001 to 9999 (UTC), such as 2027-12-31T23:59:59Z';

/** A moment in time; it stays the text that was sent. */
export function Instant({ optional, ...schema }: Options): PropertyDecorator {
  const problem = (value: unknown) => (isInstant(value) ? undefined : INSTANT_MESSAGE);
  return Field({ optional, problem, schema: { ...schema, type: String, format: 'date-time' } });
}
