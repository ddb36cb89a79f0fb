import { type Command, Option } from 'commander';
import { UsageError } from '#platform/http/errors';
import { scenarios, summaryOf } from '#testcontrol';
import type { PlayedScenario, Scenario } from '#testcontrol/contract';
import { print, table } from '../output.js';
import { INTERRUPTED, withStopSignal } from '../stop-signal.js';
import { type CommonOptions, jsonOption } from './add-command.js';
import { formatFailure, KEY_HELP, playEach, type TargetOptions, targetOf, tenantOption } from './play-scenarios.js';
import { keyOption, requireKey } from './require-key.js';
import { serviceOption } from './service-option.js';

interface ListOptions extends CommonOptions {
  operation?: string;
}

interface RunOptions extends ListOptions, TargetOptions {
  all?: boolean;
}

const operationOption = () =>
  new Option('--operation <name>', 'only scenarios of this operation').choices([
    ...new Set(scenarios().map(({ operation }) => operation)),
  ]);

/** Adds commands that list and play scenarios. They use no database. */
export function define(scenario: Command): void {
  scenario
    .command('list')
    .description('list the scenarios of `/docs/scenarios`')
    .addOption(operationOption())
    .addOption(jsonOption())
    .action((flags: ListOptions) => print(chosen({ ...flags, all: true }, []), flags, formatList));

  scenario
    .command('run')
    .description('play scenarios against a running service; fails unless all outcomes are as expected')
    .argument('[id...]', 'IDs from `scenario list`')
    .option('--all', 'play all scenarios')
    .addOption(operationOption())
    .addOption(keyOption(KEY_HELP))
    .addOption(tenantOption())
    .addOption(serviceOption())
    .addOption(jsonOption())
    .action(async (ids: string[], flags: RunOptions) => {
      const rows = chosen(flags, ids);
      const target = await targetOf(requireKey(flags.key), flags);
      const results = await withStopSignal(signal => playEach(rows, { ...target, signal }, flags));
      if (results === undefined) return void (process.exitCode = INTERRUPTED);
      print(results, flags, formatResults);
      if (results.some(({ passed }) => !passed)) process.exitCode = 1;
    });
}

/** @throws UsageError if nothing is chosen, or an ID is unknown or belongs to another operation */
function chosen({ all, operation }: RunOptions, ids: string[]): Scenario[] {
  if (ids.length === 0 && !all && operation === undefined)
    throw new UsageError('Name the scenarios to play, or add --all; `scenario list` lists them.');
  const unknown = ids.find(id => !scenarios().some(row => row.id === id));
  if (unknown !== undefined) throw new UsageError(`There is no scenario "${unknown}"; \`scenario list\` lists them.`);
  const named = scenarios().filter(({ id }) => ids.length === 0 || ids.includes(id));
  const other = operation !== undefined && ids.length > 0 && named.find(row => row.operation !== operation);
  if (other) throw new UsageError(`The scenario "${other.id}" belongs to --operation ${other.operation}.`);
  return named.filter(row => operation === undefined || row.operation === operation);
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
