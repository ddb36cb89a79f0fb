import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { UsageError } from '#platform/http/errors';
import {
  describeCoverage,
  describeFinding,
  explore,
  type ExploreOptions,
  NameyardError,
  type Progress,
  type Report,
  writeCertificate,
  writeReports,
  writeTest,
} from '#testing';
import { COULD_NOT_RUN } from '../commands/add-command.js';
import { count, notice, print, progress, reportError } from '../output.js';
import { INTERRUPTED, withStopSignal } from '../stop-signal.js';
import { openWorld } from './open-world.js';
import { configOf, type ExploreFlags, readOptions } from './options.js';
import { replayCommand, SINGLE_RUN_OPTIONS } from './replay-command.js';

export { writeConfig } from './init.js';

/** Runs a command. Sets the exit code 2 if it throws. */
export async function withErrorExitCode(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (error instanceof NameyardError) notice(error.message);
    else reportError(error);
    process.exitCode = COULD_NOT_RUN;
  }
}

/** Explores a shop, and prints the bugs that were found. */
export async function exploreShop(flags: ExploreFlags): Promise<void> {
  const report = await reportOn(flags, await readOptions(flags));
  if (report && flags.report !== undefined) await writeReports(report, flags.report);
}

/** Explores a shop with each fault alone, or with one plan, and writes a certificate. Sets the exit code 1 unless it is passed. */
export async function certifyShop(flags: ExploreFlags): Promise<void> {
  const version = await promisify(execFile)('git', ['describe', '--always', '--dirty']).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
  const options = await readOptions(flags);
  const report = await reportOn(flags, { ...options, singles: true });
  if (!report) return;
  const subject = { version, onlyPlan: options.replay };
  const { passed, left } = await writeCertificate(report, flags.report ?? '.', subject);
  if (passed) return;
  process.exitCode = 1;
  if (left > 0) notice(`Not passed: ${count(left, 'plan was', 'plans were')} not played. Increase --minutes.`);
}

/** Explores a shop, and prints the report. Returns undefined after Ctrl-C. */
async function reportOn(flags: ExploreFlags, options: ExploreOptions): Promise<Report | undefined> {
  const { save, json } = flags;
  if (save !== undefined && existsSync(save))
    throw new UsageError(`${save} exists already; --save does not replace it.`);
  const onProgress = json ? undefined : showProgress;
  const report = await withStopSignal(signal => exploreIn({ onProgress, ...options, signal }, flags));
  if (report === undefined) return void (process.exitCode = INTERRUPTED);
  if (onProgress) progress(count(report.plans.length, 'plan played', 'plans played'), { isLast: true });
  print(report, flags, format);
  if (report.findings.length === 0) return report;
  process.exitCode = 1;
  if (save !== undefined) await writeTest(report, save, testOptionsOf(flags, options));
  return report;
}

/** Explores in a new world or the configured tenant, then stops what it has started. Returns undefined after Ctrl-C. */
async function exploreIn(
  options: ExploreOptions & { signal: AbortSignal },
  flags: ExploreFlags,
): Promise<Report | undefined> {
  const opened = await openWorld(options);
  try {
    options.signal.throwIfAborted();
    const report = await explore(opened.world, options);
    for (const finding of report.findings) finding.replay = replayCommand(flags, finding.plan);
    await opened.storeReport(report);
    return report;
  } catch (error) {
    if (options.signal.aborted) return undefined;
    throw error;
  } finally {
    await opened.close();
  }
}

/** Cuts the text to the width of the terminal, because longer lines would wrap. */
function showProgress({ text, done, plans, findings }: Progress): void {
  const line = plans > 0 ? `${done} of ${plans} plans, ${count(findings, 'finding')}: ${text}` : text;
  progress(line.slice(0, (process.stderr.columns ?? line.length + 1) - 1));
}

function format(report: Report): string {
  const { findings, plans, not_reproduced: unconfirmed, left, scenarios, duration } = report;
  const summary = `${count(findings.length, 'finding')} in ${count(plans.length, 'plan')}, with ${count(scenarios, 'purchase')} in ${Math.round(duration / 1_000)} s.`;
  return [
    ...findings.map(finding => `${describeFinding(finding)}\n`),
    ...unconfirmed.map(({ title, plan }) => `Not reproduced: ${title} (${plan})`),
    ...(left > 0 ? [`${count(left, 'plan')} not played, because the time of --minutes was over.`] : []),
    summary,
    describeCoverage(report),
  ].join('\n');
}

/** Options of a generated test. It imports the configuration only if that has functions, because Jest cannot load ES modules. */
function testOptionsOf(flags: ExploreFlags, options: ExploreOptions) {
  const hasFunctions = Object.values(options).some(value => typeof value === 'function');
  const shown = Object.entries(hasFunctions ? flags : options).filter(([name]) => !SINGLE_RUN_OPTIONS.includes(name));
  return { ...Object.fromEntries(shown), config: hasFunctions ? configOf(flags.config) : undefined };
}
