import { Option } from 'commander';
import { readSettings } from '#platform/process/config';
import { UsageError } from '#platform/http/errors';
import { linesOf, play, type Target, Unreachable } from '#testcontrol';
import type { PlayedScenario, Scenario } from '#testcontrol/contract';
import { notice, progress, table } from '../output.js';
import type { CommonOptions } from './add-command.js';
import { parseSlug } from './option-values.js';
import { serviceOf } from './service-option.js';

export interface TargetOptions {
  key?: string;
  tenant?: string;
  url?: string;
}

export const KEY_HELP = 'sandbox key with all sandbox permissions';

export const tenantOption = (): Option =>
  new Option('--tenant <slug>', 'tenant of the key (default: DEFAULT_TENANT)').argParser(parseSlug);

export async function targetOf(key: string, { tenant, url }: TargetOptions): Promise<Target> {
  return { key, tenant: tenant ?? readSettings(process.env).defaultTenant, url: await serviceOf(url) };
}

/** Number of scenarios that are played concurrently. They spend most of their time waiting. */
const CONCURRENCY = 8;

/**
 * Plays scenarios and returns their results in the same order; undefined if the signal is aborted. An abort or an error ends
 * all scenarios early; each removes what it has created.
 */
export async function playEach(
  scenarios: Scenario[],
  { signal, ...target }: Target & { signal: AbortSignal },
  { json }: CommonOptions,
): Promise<PlayedScenario[] | undefined> {
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  let failure: unknown;
  const queue = scenarios.entries();
  const results: PlayedScenario[] = [];
  const onWait = reportOnce();
  let played = 0;
  // All workers take from the same queue.
  const takeEach = async () => {
    for (const [index, scenario] of queue) {
      if (ending.signal.aborted) return;
      results[index] = await play(scenario, { ...target, onWait, signal: ending.signal });
      played++;
      if (!json) progress(`${played} of ${scenarios.length} scenarios played`, { isLast: played === scenarios.length });
    }
  };
  const work = () =>
    takeEach().catch((error: unknown) => {
      if (!ending.signal.aborted) failure = error;
      end();
    });
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (failure !== undefined) throw explain(failure);
  return signal.aborted ? undefined : results;
}

/** Reports a rate limit once, although all workers wait for it. */
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
  const where = actual.given === undefined ? 'actual' : `actual (preparing call ${actual.given + 1})`;
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => ({
    expected: left[index] ?? '',
    [where]: right[index] ?? '',
  }));
  return [`${id} failed:`, ...differences.map(difference => `  ${difference}`), table(rows, '')].join('\n');
}
