import { run } from './program.js';

process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return; // a reader such as `head` may close the pipe before the end
  process.stderr.write(`Cannot write standard output: ${code}.\n`);
  process.exit(1);
});
void run(process.argv.slice(2));
