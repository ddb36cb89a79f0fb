import type { DestinationStream } from '#platform';
import { PinoPretty } from 'pino-pretty';

/** In a terminal, log lines for eyes; elsewhere the JSON that programs collect. */
export function prettyWhenSeen(): DestinationStream | undefined {
  if (!process.stdout.isTTY) return undefined;
  return PinoPretty({ colorize: true, singleLine: true, translateTime: 'HH:MM:ss', ignore: 'context' });
}
