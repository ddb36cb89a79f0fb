import type { Command } from 'commander';
import { UsageError } from '#platform/http/errors';
import { controlResourcesOf, liveVersionOf, isSafe, scenarios, summaryOf, type Target } from '#testcontrol';
import type { Expectation, PlayedScenario, Scenario } from '#testcontrol/contract';
import { print, reportError } from '../output.js';
import { INTERRUPTED, withStopSignal } from '../stop-signal.js';
import { COULD_NOT_RUN, type CommonOptions, exitAsCouldNotRun, jsonOption } from './add-command.js';
import { formatFailure, KEY_HELP, playEach, type TargetOptions, targetOf, tenantOption } from './play-scenarios.js';
import { readKey, keyOption } from './require-key.js';
import { serviceOption } from './service-option.js';

interface Options extends CommonOptions, TargetOptions {
  safe?: boolean;
}

interface Conformance {
  passed: number;
  failed: number;
  /** IDs of scenarios that were not played: they need test control that is missing, or only work in the sandbox. */
  not_supported: string[];
  results: PlayedScenario[];
}

const HELP = `
Compares status, code, headers, members and types of each response, the events, and how connections end. Members that
Nameyard does not have are accepted. Scenarios are not supported, and not played, if they need a missing resource of test
control: GET answers 404, 501 or the code CONTROL_DISABLED. Scenarios with Sandbox-Fault need /control/faults.

--safe plays only scenarios that change nothing, besides placing orders that are never paid, even if the implementation
accepts a call that it must reject: reads, searches, unpaid orders, declined payments, and calls for resources that do not
exist. It plays no calls of test control that write, and so no worlds.

A live key (ny_live_…) compares the live API, with --safe only: its orders are never paid, and scenarios about the sandbox
are not supported.

Exit codes: 0 no differences, 1 differences, 2 not played (wrong options, unreachable, key rejected), 130 interrupted.`;

/** Adds the command that compares an implementation of the contract with Nameyard. It uses no database. */
export function define(conform: Command): void {
  conform
    .addOption(serviceOption())
    .addOption(tenantOption())
    .addOption(keyOption(`${KEY_HELP}, or a live key with --safe`))
    .option('--safe', 'play only scenarios that change nothing, or whose orders are never paid')
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .exitOverride(exitAsCouldNotRun)
    .action((flags: Options) => compare(flags).catch(reportNotRun));
}

function reportNotRun(error: unknown): void {
  reportError(error);
  process.exitCode = COULD_NOT_RUN;
}

async function compare(flags: Options): Promise<void> {
  const key = readKey(flags.key);
  if (key.startsWith(LIVE_KEY) && !flags.safe)
    throw new UsageError('Checkouts with a live key buy domains; add --safe, which pays no orders.');
  const target = await targetOf(key, flags);
  const result = await withStopSignal(signal => playSupported({ ...target, signal }, flags));
  if (!result) return void (process.exitCode = INTERRUPTED);
  print(result, flags, format);
  if (result.failed > 0) process.exitCode = 1;
}

/**
 * Plays the scenarios that the implementation supports. Returns undefined if the signal is aborted.
 * @throws UsageError if there is no API at the address, or if it rejects the key
 */
async function playSupported(
  target: Target & { signal: AbortSignal },
  flags: Options,
): Promise<Conformance | undefined> {
  const wanted = scenarios().filter(row => !flags.safe || isSafe(row));
  const isLive = target.key.startsWith(LIVE_KEY);
  const rows = isLive ? wanted.flatMap(row => liveVersionOf(row) ?? []) : wanted;
  const resources = [...new Set(rows.flatMap(controlResourcesOf))];
  // Loaded before the first call, because loading takes seconds on a slow machine, and servers close idle connections.
  const inspect = await inspector();
  const first = isLive ? liveVersionOf(SEARCH)! : SEARCH;
  const probes = await playEach([first, ...resources.map(probe)], target, { json: true });
  if (!probes) return undefined;
  const [search, ...answers] = probes.map(({ actual }) => actual);
  if (search!.outcome !== undefined || REFUSALS.includes(search!.status!))
    throw new UsageError(
      `${target.url} answers a search with: ${summaryOf(search!)}. Check --url, --tenant and --key.`,
    );
  const missing = new Set(resources.filter((_, index) => isMissing(answers[index]!)));
  const supported = rows.filter(row => !controlResourcesOf(row).some(path => missing.has(path)));
  const skipped = wanted.filter(({ id }) => !supported.some(row => row.id === id));
  const results = await playEach(supported, { ...target, inspect }, flags);
  if (!results) return undefined;
  const failed = results.filter(result => !result.passed).length;
  return { passed: results.length - failed, failed, not_supported: skipped.map(({ id }) => id), results };
}

/** Start of keys for the live API. */
const LIVE_KEY = 'ny_live_';

const SEARCH = scenarios().find(({ id }) => id === 'search.available.default')!;

/** Statuses of a search that mean a wrong address or a wrong key. */
const REFUSALS = [401, 403, 404];

/** A request that shows whether an implementation has a resource of test control. */
const probe = (path: string): Scenario => ({ ...SEARCH, request: { method: 'GET', path }, expect: {} });

const isMissing = ({ status, code }: Expectation): boolean =>
  status === 404 || status === 501 || code === 'CONTROL_DISABLED';

/** Imported only by this command, because the OpenAPI document needs the code of the whole service. */
async function inspector(): Promise<Target['inspect']> {
  const { ResponseShapes } = await import('../response-shapes.js');
  const shapes = await ResponseShapes.load();
  return (call, { status, body }) => shapes.differences(call, status, body);
}

function format({ passed, failed, not_supported: skipped, results }: Conformance): string {
  const failures = results.filter(result => !result.passed).map(formatFailure);
  const percent = Math.floor((100 * passed) / results.length);
  return [
    ...failures,
    `${passed} passed, ${failed} failed, ${skipped.length} not supported: ${percent} % of the played scenarios`,
  ].join('\n\n');
}
