import { addDuration, businessTime, problemOfDuration } from '#platform/model';

const MIN_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60 * 86_400_000;

const START = businessTime(0);

/** The problem of a value that should be the time that the registry takes; undefined when it is one. */
export function problemOfDelay(value: unknown): string | undefined {
  const problem = problemOfDuration(value);
  if (problem) return problem;
  const ms = addDuration(START, value as string).getTime();
  return ms >= MIN_DELAY_MS && ms <= MAX_DELAY_MS ? undefined : 'must be from PT1S to P60D';
}
