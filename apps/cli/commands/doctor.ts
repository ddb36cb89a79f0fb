import type { Command } from 'commander';
import { readSettings } from '#platform/process/config';
import { type CheckResult, worstOf } from '../doctor/check.js';
import { examine } from '../doctor/doctor.js';
import { print } from '../output.js';
import { withDatabase } from '../services.js';
import { type CommonOptions, jsonOption } from './add-command.js';

/** Checks a running installation. Changes no data. */
export function define(command: Command): void {
  command
    .addOption(jsonOption())
    .addHelpText('after', '\nThe exit code is 1 if a check failed, else 0. No check changes data.')
    .action(async (options: CommonOptions) => {
      const settings = readSettings(process.env);
      const checks = await withDatabase(settings, url => examine(url, settings));
      const status = worstOf(checks);
      print({ status, checks }, options, () => format(checks));
      if (status === 'failed') process.exitCode = 1;
    });
}

const STATUS_WIDTH = 8;

function format(checks: CheckResult[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks
    .map(({ status, name, found, advice }) =>
      `${status.padEnd(STATUS_WIDTH)} ${name.padEnd(width)}  ${found} ${advice}`.trimEnd(),
    )
    .join('\n');
}
