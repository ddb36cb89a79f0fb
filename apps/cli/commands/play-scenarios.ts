import { Option } from 'commander';
import { readSettings } from '#platform/process/config';
import { UsageError } from '#platform/http/errors';
import { linesOf, play, type Target, Unreachable } from '#testcontrol';
import type { PlayedScenario, Scenario } from '#testcontrol/contract';
import { notice, progress, table } from '../output.js';
import type { CommonOptions } from './add-command.js';
import { serviceOf } from './service-option.js';

/** The parts of commands that play scenarios. */

export interface TargetOptions {
  key?: string;
  tenant?: string;
  url?: string;
}

/** Description of `--key`. */
export const KEY = 'sandbox key with all sandbox permissions';

export const tenantOption = (): Option => new Option('--tenant <slug>', 'tenant of the key (default: DEFAULT_TENANT)');

export async function targetOf(key: string, { tenant, url }: TargetOptions): Promise<Target> {
  return { key, tenant: tenant ?? readSettings(process.env).defaultTenant, url: await serviceOf(url) };
}

/** Scenarios that are played at the same time; many only wait. */
const LANES = 8;

/**
 * Plays scenarios and returns their results in the same order, or undefined if the signal is aborted. Then, and after an
 * error, all scenarios end early; each removes what it has created.
 */
export async function playEach(
  rows: Scenario[],
  { signal, ...target }: Target & { signal: AbortSignal },
  { json }: CommonOptions,
): Promise<PlayedScenario[] | undefined> {
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end);
  let failure: unknown;
  const waiting = [...rows.entries()];
  const results: PlayedScenario[] = [];
  const onWait = reportOnce();
  let played = 0;
  const work = async () => {
    for (let next = waiting.shift(); next && !ending.signal.aborted; next = waiting.shift()) {
      const [index, row] = next;
      results[index] = await play(row, { ...target, onWait, signal: ending.signal });
      played++;
      if (!json) progress(`${played} of ${rows.length} scenarios played`, played === rows.length);
    }
  };
  const lane = () =>
    work().catch((error: unknown) => {
      if (!ending.signal.aborted) failure = error;
      end();
    });
  await Promise.all(Array.from({ length: LANES }, lane));
  if (failure !== undefined) throw explain(failure);
  return signal.aborted ? undefined : results;
}

/** All lanes wait for the same limit. */
function reportOnce() {
  let until = 0;
  return (seconds: number) => {
    if (performance.now() < until) return;
    until = performance.now() + seconds * 1_000;
    notice(`The limit of the key is reached; continuing in ${seconds} s.`);
  };
}

function explain(error: unknown): unknown {
  return error instanceof Unreachable ? new UsageError(`${error.message} Check --url.`) : error;
}

/** The expected outcome next to the actual one. */
export function formatFailure({ id, expected, actual, differences }: PlayedScenario): string {
  const [left, right] = [linesOf(expected), linesOf(actual)];
  const where = actual.given === undefined ? 'actual' : `actual (call ${actual.given} of given)`;
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => ({
    expected: left[index] ?? '',
    [where]: right[index] ?? '',
  }));
  return [`${id} failed:`, ...differences.map(difference => `  ${difference}`), table(rows, '')].join('\n');
}
