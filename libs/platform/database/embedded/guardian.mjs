/**
 * The parent process of PostgreSQL. The service may be killed at any moment, and a killed process cannot tidy up; the
 * pipe between the two closes with it whatever the reason, and then the guardian ends PostgreSQL and itself.
 *
 * Plain JavaScript, because it is run by Node itself: beside the sources in tests and beside the build in production.
 */
import { spawn } from 'node:child_process';

const FAST_SHUTDOWN_MS = 8_000;
const IMMEDIATE_SHUTDOWN_MS = 4_000;

/** @type {{ command: string, args: string[], cwd: string, env: Record<string, string>, uid?: number, gid?: number }} */
const { command, args, ...options } = JSON.parse(process.argv[2] ?? '');

const postgres = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'], windowsHide: true });
let stopping = false;

postgres.on('error', error => {
  process.stderr.write(`FATAL:  ${error.message}\n`);
  process.exit(1);
});
postgres.on('exit', code => process.exit(code ?? 1));

/** SIGINT tells PostgreSQL to leave its clients at once, SIGQUIT to drop everything and recover at the next start. */
function stop() {
  if (stopping) return;
  stopping = true;
  postgres.kill('SIGINT');
  setTimeout(() => postgres.kill('SIGQUIT'), FAST_SHUTDOWN_MS);
  setTimeout(() => postgres.kill('SIGKILL'), FAST_SHUTDOWN_MS + IMMEDIATE_SHUTDOWN_MS);
}

// Ctrl-C and a closed terminal are for the service to answer; it may want the database until its last request is done.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});
process.on('SIGTERM', stop);
process.stdin.on('end', stop).on('error', stop).resume();
process.stdout.on('error', () => {});
process.stdout.write(`${postgres.pid}\n`);
