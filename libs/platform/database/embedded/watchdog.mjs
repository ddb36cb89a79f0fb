/**
 * The parent process of PostgreSQL. A killed service cannot stop PostgreSQL, but the pipe between the service and the
 * watchdog always closes with the service; the watchdog then stops PostgreSQL and exits.
 *
 * This is plain JavaScript because Node runs it directly, from the sources in tests and from dist in production.
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

/** SIGINT is PostgreSQL's fast shutdown; SIGQUIT is its immediate shutdown, which requires recovery at the next start. */
function stop() {
  if (stopping) return;
  stopping = true;
  postgres.kill('SIGINT');
  setTimeout(() => postgres.kill('SIGQUIT'), FAST_SHUTDOWN_MS);
  setTimeout(() => postgres.kill('SIGKILL'), FAST_SHUTDOWN_MS + IMMEDIATE_SHUTDOWN_MS);
}

// The service handles Ctrl-C and a closed terminal. It may need the database for its last requests.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});
process.on('SIGTERM', stop);
process.stdin.on('end', stop).on('error', stop).resume();
process.stdout.on('error', () => {});
process.stdout.write(`${postgres.pid}\n`);
