import { readFileSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from '#platform/log';

/** Longer than any request may take; then the process ends all the same. */
const PATIENCE_MS = 20_000;

interface Steps {
  /** While everything still works. */
  before?: () => Promise<void>;
  /** When nothing does any more. */
  afterwards?: () => Promise<void>;
}

/**
 * At SIGTERM, SIGINT or the loss of the npm that started it: what was begun is finished, what waits to be written is
 * written, then the process ends. A second signal ends it at once, and so does patience that ran out.
 */
export function stopGracefully(app: INestApplicationContext, logger: Logger, { before, afterwards }: Steps = {}): void {
  let stopping = false;
  const stop = async (reason: string) => {
    if (stopping) process.exit(130);
    stopping = true;
    logger.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    try {
      await before?.();
      await app.close();
    } catch (error) {
      logger.error({ err: error }, 'could not stop as it should');
      process.exitCode = 1;
    }
    await afterwards?.();
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
  // Not a second signal: whoever ends the whole group ends our parent as well.
  whenOrphaned(() => {
    if (!stopping) void stop('parent gone');
  });
}

const LOOK_MS = 1_000;

/**
 * npm that is killed cannot pass the signal on, and the shell between it and us does not; then there is another parent,
 * or the shell has one, all of a sudden.
 */
function whenOrphaned(act: () => void): void {
  if (!process.env['npm_lifecycle_event']) return;
  const born = lineage();
  const timer = setInterval(() => {
    if (lineage() === born) return;
    clearInterval(timer);
    act();
  }, LOOK_MS).unref();
}

function lineage(): string {
  return `${process.ppid} ${parentOf(process.ppid)}`;
}

/** Known where there is a /proc; elsewhere the shell makes way for us by itself. */
function parentOf(pid: number): string {
  try {
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}
