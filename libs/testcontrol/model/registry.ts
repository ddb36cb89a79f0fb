import { addDuration, businessTime, problemOfDuration } from '#platform/model';

export const MAX_REASON_LENGTH = 200;

const MIN_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60 * 86_400_000;

/** Months are longest from July 1, because July and August both have 31 days. */
const START = businessTime('1970-07-01T00:00:00Z');

/** Why a delay of the registry is invalid; undefined if it is valid. */
export function problemOfDelay(value: unknown): string | undefined {
  const problem = problemOfDuration(value);
  if (problem) return problem;
  const ms = addDuration(START, value as string).getTime() - START.getTime();
  return ms >= MIN_DELAY_MS && ms <= MAX_DELAY_MS ? undefined : 'must be from PT1S to P60D';
}
