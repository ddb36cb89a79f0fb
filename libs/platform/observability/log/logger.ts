import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { maskTokens } from './mask.js';

export type { DestinationStream, Logger } from 'pino';

export const LOGGER = Symbol('logger');

const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'key',
  'databaseUrl',
  'databaseDirectUrl',
  'backupPassphrase',
  'redisUrl',
  'smtpUrl',
];

/** Fields of database errors that may contain personal data: the failed row or parameters. */
const ROW_DATA = ['detail', 'where', 'query', 'parameters', 'driverError'].map(name => `err.${name}`);

/** A cheap test whether a line can contain what `maskTokens` masks. */
const mayContainToken = (line: string): boolean =>
  line.includes('ny_') || line.includes('://') || line.includes('whsec_') || line.includes('ticket_');

/** Logs JSON lines. Masks secrets by field name and by pattern. */
export function createLogger(level: string, destination: DestinationStream = standardOutput()): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      redact: {
        paths: [...SECRETS.flatMap(name => [name, `*.${name}`, `headers.${name}`]), ...ROW_DATA],
        censor: '***',
      },
      hooks: { streamWrite: line => (mayContainToken(line) ? maskTokens(line) : line) },
    },
    destination,
  );
}

/** Logs Nest's own messages. Its messages about each module at startup have level `debug`. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string) {
    this.logger.debug({ context }, String(message));
  }
  warn(message: unknown, context?: string) {
    this.logger.warn({ context }, String(message));
  }
  error(message: unknown, ...rest: unknown[]) {
    this.logger.error({ context: rest.at(-1), stack: rest.length > 1 ? rest[0] : undefined }, String(message));
  }
  fatal(message: unknown, context?: string) {
    this.logger.fatal({ context }, String(message));
  }
  debug(message: unknown, context?: string) {
    this.logger.debug({ context }, String(message));
  }
  verbose(message: unknown, context?: string) {
    this.logger.trace({ context }, String(message));
  }
}

/** In characters. Lines are buffered, because each write blocks the process, however small it is. */
const BUFFER_SIZE = 16_384;
const FLUSH_INTERVAL_MS = 250;

let shared: DestinationStream | undefined;

/**
 * Standard output with a buffer, which is flushed when it is full, every 250 ms and when the process exits. Drops lines
 * that cannot be written: pino's own buffered destination would wait forever for a pipe without a reader.
 */
function standardOutput(): DestinationStream {
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
