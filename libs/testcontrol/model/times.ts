/** Number of matches that a verification expects. */
export interface Times {
  min: number;
  /** Infinity if there is no maximum. */
  max: number;
}

/** Matches are counted up to this number. */
export const MAX_COUNT = 1_000;

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_COUNT;

type Bounds = { min?: number | null; max?: number | null };

/** A number means exactly that many matches. The default of `min` is 1, or 0 if `max` is 0. */
export function readTimes(value: number | Bounds = {}): Times {
  if (typeof value === 'number') return { min: value, max: value };
  const max = value.max ?? Infinity;
  return { min: value.min ?? Math.min(1, max), max };
}

/** Why a value is not an expected number of matches; undefined if it is one. */
export function problemOfTimes(value: unknown): string | undefined {
  if (isCount(value)) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.entries(value).every(isBound))
    return `must be an integer from 0 to ${MAX_COUNT}, or an object with min and max`;
  const { min, max } = readTimes(value);
  return min <= max ? undefined : 'must not have a min that is greater than max';
}

const isBound = ([name, value]: [string, unknown]) =>
  (name === 'min' || name === 'max') && (value === null || isCount(value));

/** Whether a count is above the maximum. Further matches cannot correct that. */
export const isExceeded = ({ max }: Times, count: number): boolean => count > max;

export const isSatisfied = ({ min, max }: Times, count: number): boolean => count >= min && count <= max;
