import type { DestinationStream } from '#platform/log';

/** In a terminal, log lines for eyes; elsewhere the JSON that programs collect. */
export async function prettyWhenSeen(): Promise<DestinationStream | undefined> {
  if (!process.stdout.isTTY) return undefined;
  const { PinoPretty } = await import('pino-pretty');
  return PinoPretty({ colorize: true, singleLine: true, translateTime: 'HH:MM:ss', ignore: 'context' });
}
