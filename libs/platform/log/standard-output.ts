import type { DestinationStream } from 'pino';

const TOGETHER = 16_384; // characters; a write stops everything else for a while, whatever its size
const PAUSE_MS = 250;

let shared: DestinationStream | undefined;

/**
 * Lines are written together: when there are many of them, a quarter of a second later at most, and at the end of the
 * process. pino's own buffered destination waits for ever at the end when nobody reads the pipe any more; here what
 * cannot be written is dropped.
 */
export function standardOutput(): DestinationStream {
  return (shared ??= open());
}

function open(): DestinationStream {
  let waiting = '';
  const flush = () => {
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    process.stdout.write(text);
  };
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  process.on('exit', flush);
  setInterval(flush, PAUSE_MS).unref();
  return {
    write(line) {
      waiting += line;
      if (waiting.length >= TOGETHER) flush();
    },
  };
}
