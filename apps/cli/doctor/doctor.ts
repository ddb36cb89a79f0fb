import type { Settings } from '#platform/process/config';
import { withClient } from '#platform/database';
import { UsageError } from '#platform/http/errors';
import { askProcesses } from '#platform/process/reports';
import { type CheckResult, failed, runChecks } from './check.js';
import { databaseChecks } from './database-checks.js';
import { keyChecks, machineChecks } from './machine-checks.js';
import { processChecks } from './process-checks.js';
import { webhookCheck } from './webhook-check.js';

/** Runs all checks. If the database is unreachable, checks that need it are omitted. */
export async function examine(url: string, settings: Settings): Promise<CheckResult[]> {
  const machine = await runChecks(machineChecks(settings));
  try {
    return await withClient(url, async client => {
      // PostgreSQL ends a statement before its check times out, because a running statement would block the next check.
      await client.query('SET statement_timeout = 4000; SET default_transaction_read_only = on');
      const checks = [...databaseChecks(client), ...keyChecks(client, settings), webhookCheck(client, settings)];
      // The checks of processes are shown after the first one, which checks the connection.
      checks.splice(1, 0, ...processChecks(() => askProcesses(client)));
      return [...(await runChecks(checks)), ...machine];
    });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const finding = failed(error.message, 'Start PostgreSQL, or correct DATABASE_URL.');
    return [{ name: 'database', ...finding }, ...machine];
  }
}
