import { isExceeded, isSatisfied, type Times } from './times.js';

type Distinct = { idempotency_keys: number; payment_references: number };

export interface Expectation {
  times: Times;
  /** Exact numbers of different values. */
  distinct?: Partial<Distinct> | undefined;
}

/** Result of a count. */
export interface Tally {
  count: number;
  /** Undefined for deliveries. */
  distinct?: Distinct;
  /** Why `within` or `settle` failed; the last reason of the response. */
  failure?: string;
}

const NOUNS = { idempotency_keys: 'idempotency key', payment_references: 'payment reference' };

/** Whether the count is still too low, as expected, or too high, which further matches cannot change. */
export function progressOf(expected: Expectation, tally: Tally): 'incomplete' | 'met' | 'exceeded' {
  const ranges = rangesOf(expected, tally);
  if (ranges.every(({ found, times }) => isSatisfied(times, found))) return 'met';
  return ranges.some(({ found, times }) => isExceeded(times, found)) ? 'exceeded' : 'incomplete';
}

/** Each expectation that is not met, as a sentence without a period. */
export function reasonsOf(expected: Expectation, tally: Tally): string[] {
  const broken = rangesOf(expected, tally).filter(({ found, times }) => !isSatisfied(times, found));
  const reasons = broken.map(({ noun, found, times }) => `expected ${describe(times, noun)}, found ${found}`);
  return tally.failure === undefined ? reasons : [...reasons, tally.failure];
}

function rangesOf({ times, distinct = {} }: Expectation, tally: Tally) {
  const found = { ...tally.distinct };
  const exact = (Object.keys(NOUNS) as (keyof Distinct)[]).flatMap(name => {
    const [count, expected] = [found[name], distinct[name]];
    return count === undefined || expected === undefined
      ? []
      : [{ noun: `different ${NOUNS[name]}`, found: count, times: { min: expected, max: expected } }];
  });
  return [{ noun: 'match', found: tally.count, times }, ...exact];
}

function describe({ min, max }: Times, noun: string): string {
  if (max === Infinity) return `at least ${plural(min, noun)}`;
  return min === max ? plural(max, noun) : `${min} to ${plural(max, noun)}`;
}

const plural = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${count} ${noun}${noun === 'match' ? 'es' : 's'}`;
