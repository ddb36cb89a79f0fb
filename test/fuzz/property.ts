import { createHash } from 'node:crypto';
import fc from 'fast-check';

/** Seed of all generated requests; FUZZ_SEED=… repeats a run. */
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** FUZZ_TIMES=10 sends ten times as many requests. */
const TIMES = Number(process.env['FUZZ_TIMES'] ?? 1);

const MAX_DURATION_MS = 200_000;

/** Generated input of a property check. */
export interface Subject<T> {
  /** Makes the generated values of one subject independent of those of others. */
  name: string;
  value: fc.Arbitrary<T>;
  runs: number;
  /** Values of the first runs. */
  examples?: T[];
}

/** Checks a property for generated values. A failure throws the seed and the smallest failing value. */
export function checkProperty<T>(
  { name, value, runs, examples = [] }: Subject<T>,
  check: (value: T) => Promise<void>,
): Promise<void> {
  return fc.assert(fc.asyncProperty(value, check), {
    examples: examples.map((example): [T] => [example]),
    seed: SEED ^ createHash('sha256').update(name).digest().readInt32LE(),
    numRuns: runs * TIMES,
    // Stops shrinking before Jest gives up on the test. Too few runs in this time are a failure.
    interruptAfterTimeLimit: MAX_DURATION_MS,
    markInterruptAsFailure: true,
    asyncReporter: async details => {
      if (!details.failed) return;
      const { errorInstance, numRuns, numShrinks } = details;
      const problem = errorInstance instanceof Error ? errorInstance.message : fc.defaultReportMessage(details);
      throw new Error(`${problem}\n\nRepeat with FUZZ_SEED=${SEED} (run ${numRuns}, ${numShrinks} times shrunk).`);
    },
  });
}

/** Prints the number of each outcome with FUZZ_REPORT=1. */
export function report(subject: string, outcomes: string[]): void {
  if (!process.env['FUZZ_REPORT']) return;
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const reached = outcomes.filter(outcome => /^2\d\d$/.test(outcome)).length;
  const share = Math.round((100 * reached) / outcomes.length);
  const list = [...counts].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
  process.stderr.write(`${subject}: ${share} % of ${outcomes.length} succeeded (${list})\n`);
}
