import { type ProcessReport, type RunningProcesses, type SilentProcess, HAZARDS } from '#platform/process/reports';
import { count } from '../output.js';
import { type Check, failed, type Finding, ok, warning } from './check.js';

const MAX_CLOCK_DIFFERENCE_MS = 5_000;

/**
 * Checks of the running processes.
 * @param ask returns the reports of the processes; called once, by the first check
 */
export function processChecks(ask: () => Promise<RunningProcesses>): Check[] {
  let asked: Promise<RunningProcesses> | undefined;
  const check = (name: string, find: (found: RunningProcesses) => Finding): Check => ({
    name,
    run: async () => find(await (asked ??= ask())),
  });
  return [
    check('notifications', checkNotifications),
    check('processes', checkProcesses),
    check('versions', checkVersions),
    check('clocks', checkClocks),
    check('keys of processes', ({ reports }) => checkSame(reports, 'encryption key', ({ keyId }) => keyId)),
    check('settings', checkSettings),
  ];
}

const checkNotifications = ({ roundTripMs }: RunningProcesses): Finding =>
  roundTripMs === undefined
    ? failed(
        'A notification did not return.',
        'Set DATABASE_DIRECT_URL to PostgreSQL itself if DATABASE_URL is a connection pooler.',
      )
    : ok(`A notification returned after ${roundTripMs} ms.`);

function checkProcesses({ reports, silent }: RunningProcesses): Finding {
  const running = reports.map(report => `${nameOf(report)}, ${report.roles.join(' and ')}`).join('; ');
  const others = running ? `; running: ${running}` : '';
  // Processes of earlier releases are alive, but cannot report.
  const stuck = silent.filter(({ isAlive }) => !isAlive);
  if (stuck.length > 0)
    return failed(
      `${count(stuck.length, 'process is', 'processes are')} connected but ${stuck.length === 1 ? 'does' : 'do'} not respond: ${stuck.map(describeSilent).join('; ')}${others}.`,
      'Find the process by its address, or by the backend in pg_stat_activity, and restart it.',
    );
  if (silent.length > 0)
    return warning(
      `${count(silent.length, 'process runs', 'processes run')} an earlier release, which cannot describe itself: ${silent.map(describeSilent).join('; ')}${others}.`,
      'Complete the upgrade, then run doctor again.',
    );
  for (const role of ['api', 'worker'] as const)
    if (!reports.some(({ roles }) => roles.includes(role)))
      return failed(`No ${role} process runs${others}.`, `Start the ${role}.`);
  return ok(`${count(reports.length, 'process runs', 'processes run')}: ${running}.`);
}

const describeSilent = ({ address, backend }: SilentProcess): string => `${address ?? 'this host'}, backend ${backend}`;

function checkVersions({ reports }: RunningProcesses): Finding {
  const same = checkSame(reports, 'version', ({ version }) => version);
  return same.status === 'ok' ? same : { ...same, status: 'warning', advice: 'Complete the upgrade.' };
}

function checkClocks({ reports }: RunningProcesses): Finding {
  const off = reports.filter(({ clockAheadMs }) => Math.abs(clockAheadMs) > MAX_CLOCK_DIFFERENCE_MS);
  if (off.length === 0) return ok('All clocks are within 5 seconds of that of PostgreSQL.');
  const found = off.map(report => `${nameOf(report)}: ${Math.round(report.clockAheadMs / 1_000)} s`).join('; ');
  return failed(`Clocks differ from that of PostgreSQL: ${found}.`, 'Synchronize them, for example with NTP.');
}

function checkSettings({ reports }: RunningProcesses): Finding {
  const names = [...new Set(reports.flatMap(({ settings }) => Object.keys(settings)))];
  const different = names.filter(name => new Set(reports.map(({ settings }) => settings[name])).size > 1);
  if (different.length > 0)
    return warning(`Processes have different values of ${different.join(', ')}.`, 'Use the same values everywhere.');
  const hazards = [...new Set(reports.flatMap(report => report.hazards))];
  if (hazards.length > 0)
    return warning(hazards.map(hazard => HAZARDS[hazard]?.text ?? `A process reports ${hazard}.`).join(' '), '');
  return ok('All processes have the same settings, and no dangerous combination.');
}

function checkSame(reports: ProcessReport[], subject: string, valueOf: (report: ProcessReport) => string): Finding {
  const values = [...new Set(reports.map(valueOf))];
  if (values.length <= 1) return ok(`${subject}: ${values[0] ?? 'no process answered'}.`);
  const found = reports.map(report => `${nameOf(report)}: ${valueOf(report)}`).join('; ');
  return failed(`Processes differ in their ${subject}: ${found}.`, `Give all processes the same ${subject}.`);
}

const nameOf = ({ host, pid }: ProcessReport): string => `${host}/${pid}`;
