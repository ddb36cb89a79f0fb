import { withTimeout } from '#platform/process/clock';
import { UsageError } from '#platform/http/errors';
import { maskTokens } from '#platform/observability/log';

export type CheckStatus = 'ok' | 'warning' | 'failed';

export interface Finding {
  status: CheckStatus;
  /** What was found, in one line. */
  found: string;
  /** What to do; empty if nothing. */
  advice: string;
}

export interface Check {
  name: string;
  /** Changes no data. */
  run(): Promise<Finding>;
}

export type CheckResult = { name: string } & Finding;

const TIMEOUT_MS = 5_000;

export const ok = (found: string): Finding => ({ status: 'ok', found, advice: '' });
export const warning = (found: string, advice: string): Finding => ({ status: 'warning', found, advice });
export const failed = (found: string, advice: string): Finding => ({ status: 'failed', found, advice });

/** Runs checks one after the other, each with a time limit. */
export async function runChecks(checks: Check[]): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { name, run } of checks)
    results.push({ name, ...(await withTimeout(run(), TIMEOUT_MS).catch(describeError)) });
  return results;
}

/** The most serious status; `ok` without checks. */
export const worstOf = (results: CheckResult[]): CheckStatus =>
  (['failed', 'warning'] as const).find(status => results.some(result => result.status === status)) ?? 'ok';

const describeError = (error: unknown): Finding => {
  if (error instanceof UsageError) return failed(error.message, '');
  const { message, code } = error as NodeJS.ErrnoException;
  return failed(
    `The check failed: ${maskTokens(message || (code ?? String(error)))}.`,
    'Run doctor again after fixing this.',
  );
};
