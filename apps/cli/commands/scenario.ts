import { type Command, Option } from 'commander';
import { readSettings } from '#platform/process/config';
import { UsageError } from '#platform/http/errors';
import { linesOf, play, scenarios, summaryOf, type Target, Unreachable } from '#testcontrol';
import type { PlayedScenario, Scenario } from '#testcontrol/contract';
import { notice, print, progress, table } from '../output.js';
import { INTERRUPTED, withStopSignal } from '../stop-signal.js';
import { type CommonOptions, jsonOption } from './add-command.js';
import { keyOption, requireKey } from './require-key.js';
import { serviceOf, serviceOption } from './service-option.js';

interface ListOptions extends CommonOptions {
  operation?: string;
}

interface RunOptions extends ListOptions {
  all?: boolean;
  key?: string;
  tenant?: string;
  url?: string;
}

const OPERATION = () =>
  new Option('--operation <name>', 'only scenarios of this operation').choices([
    ...new Set(scenarios().map(({ operation }) => operation)),
  ]);

/** Adds commands for the outcomes that integrators can rehearse. They use no database. */
export function define(scenario: Command): void {
  scenario
    .command('list')
    .description('list the scenarios of `/docs/scenarios`')
    .addOption(OPERATION())
    .addOption(jsonOption())
    .action((given: ListOptions) => print(chosen({ ...given, all: true }, []), given, formatList));

  scenario
    .command('run')
    .description('play scenarios against a running service; fails unless all outcomes are as expected')
    .argument('[id...]', 'IDs from `scenario list`')
    .option('--all', 'play all scenarios')
    .addOption(OPERATION())
    .addOption(keyOption('sandbox key with all sandbox permissions'))
    .addOption(new Option('--tenant <slug>', 'tenant of the key (default: DEFAULT_TENANT)'))
    .addOption(serviceOption())
    .addOption(jsonOption())
    .action(async (ids: string[], given: RunOptions) => {
      const rows = chosen(given, ids);
      const target = await targetOf(given);
      const results = await withStopSignal(signal => playEach(rows, { ...target, signal }, given));
      if (results === undefined) return void (process.exitCode = INTERRUPTED);
      print(results, given, formatResults);
      if (results.some(({ passed }) => !passed)) process.exitCode = 1;
    });
}

/** @throws UsageError if nothing is chosen, or an ID is unknown */
function chosen({ all, operation }: RunOptions, ids: string[]): Scenario[] {
  if (ids.length === 0 && !all && operation === undefined)
    throw new UsageError('Name the scenarios to play, or add --all; `scenario list` lists them.');
  const unknown = ids.find(id => !scenarios().some(row => row.id === id));
  if (unknown !== undefined) throw new UsageError(`There is no scenario "${unknown}"; \`scenario list\` lists them.`);
  return scenarios().filter(
    row => (ids.length === 0 || ids.includes(row.id)) && (operation === undefined || row.operation === operation),
  );
}

async function targetOf({ key, tenant, url }: RunOptions): Promise<Target> {
  const { defaultTenant } = readSettings(process.env);
  return { key: requireKey(key), tenant: tenant ?? defaultTenant, url: await serviceOf(url) };
}

/** Scenarios that are played at the same time; many only wait. */
const LANES = 8;

/**
 * Plays scenarios and returns their results in the same order, or undefined if the signal is aborted. Then, and after an
 * error, all scenarios end early; each removes what it has created.
 */
async function playEach(
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

const formatList = (rows: Scenario[]): string =>
  table(
    rows.map(({ id, title, expect }) => ({ id, outcome: summaryOf(expect), title })),
    'There are no scenarios.',
  );

function formatResults(results: PlayedScenario[]): string {
  const failed = results.filter(({ passed }) => !passed);
  const passed = results.length - failed.length;
  return [...failed.map(formatFailure), `${passed} passed, ${failed.length} failed`].join('\n\n');
}

/** The expected outcome next to the actual one. */
function formatFailure({ id, expected, actual, differences }: PlayedScenario): string {
  const [left, right] = [linesOf(expected), linesOf(actual)];
  const where = actual.given === undefined ? 'actual' : `actual (call ${actual.given} of given)`;
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => ({
    expected: left[index] ?? '',
    [where]: right[index] ?? '',
  }));
  return [`${id} failed:`, ...differences.map(difference => `  ${difference}`), table(rows, '')].join('\n');
}
