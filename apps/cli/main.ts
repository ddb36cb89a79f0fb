import { run } from './program.js';

process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  // A reader such as `head` may close the pipe before the end. Logs, streams and backups handle their errors themselves.
  if (code === 'EPIPE' || process.stdout.listenerCount('error') > 1) return;
  process.stderr.write(`Cannot write standard output: ${code}.\n`);
  process.exit(1);
});
void run(process.argv.slice(2));
