import type { DestinationStream } from 'pino';

/** In characters. Writes block the process, however small they are. */
const BUFFER_SIZE = 16_384;
const FLUSH_INTERVAL_MS = 250;

let shared: DestinationStream | undefined;

/**
 * Standard output with a buffer, which is flushed when it is full, every 250 ms and when the process exits. Drops lines
 * that cannot be written: pino's own buffered destination would wait forever for a pipe without a reader.
 */
export function standardOutput(): DestinationStream {
  return (shared ??= open());
}

function open(): DestinationStream {
  let buffer = '';
  const flush = () => {
    if (buffer === '') return;
    const text = buffer;
    buffer = '';
    process.stdout.write(text);
  };
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  process.on('exit', flush);
  setInterval(flush, FLUSH_INTERVAL_MS).unref();
  return {
    write(line) {
      buffer += line;
      if (buffer.length >= BUFFER_SIZE) flush();
    },
  };
}
