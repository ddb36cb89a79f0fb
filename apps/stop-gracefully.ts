import { readFileSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from '#platform/observability/log';
import { stopTracing } from '#platform/observability/tracing';
import type { Settings } from '#platform/process/config';

/** Longer than the timeout of requests. */
const TIMEOUT_MS = 20_000;
/** Time to record the response of the registrar. */
const MARGIN_MS = 5_000;

/**
 * Time until a shutdown is forced. With a registrar, it is longer than a call, because the effect of an interrupted call would
 * be unknown for a while.
 */
export const shutdownTimeoutMs = ({
  registrar,
  registrarTimeoutMs,
}: Pick<Settings, 'registrar' | 'registrarTimeoutMs'>): number =>
  registrar === 'none' ? TIMEOUT_MS : Math.max(TIMEOUT_MS, registrarTimeoutMs + MARGIN_MS);

interface Hooks {
  /** Runs before the application closes. */
  before?: () => Promise<void>;
  /** Runs after the application has closed. */
  after?: () => Promise<void>;
  /** Resolves to a reason to shut down, in addition to the signals. */
  when?: Promise<string>;
}

/**
 * Shuts the process down on SIGTERM, SIGINT or SIGHUP, or when the npm process that started it exits. Accepted work is
 * finished first. A second signal or the timeout ends the process immediately.
 */
export function stopGracefully(
  app: INestApplicationContext,
  settings: Settings,
  logger: Logger,
  { before, after, when }: Hooks = {},
): void {
  let stopping = false;
  const stop = async (reason: string) => {
    if (stopping) process.exit(130);
    stopping = true;
    logger.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), shutdownTimeoutMs(settings)).unref();
    for (const step of [before, () => app.close(), stopTracing, after])
      try {
        await step?.();
      } catch (error) {
        logger.error({ err: error }, 'graceful shutdown failed');
        process.exitCode = 1;
      }
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
  void when?.then(reason => {
    if (!stopping) void stop(reason);
  });
  // Ignored during a shutdown, because a signal to the process group also ends the parent.
  whenOrphaned(() => {
    if (!stopping) void stop('parent exited');
  });
}

const CHECK_INTERVAL_MS = 1_000;

/**
 * Calls `act` when npm was killed. npm cannot forward SIGKILL, and the shell between npm and this process forwards no
 * signals. The end of npm is visible, because this process or the shell then gets another parent.
 */
function whenOrphaned(act: () => void): void {
  if (!process.env['npm_lifecycle_event']) return;
  const initial = lineage();
  const timer = setInterval(() => {
    if (lineage() === initial) return;
    clearInterval(timer);
    act();
  }, CHECK_INTERVAL_MS).unref();
}

function lineage(): string {
  return `${process.ppid} ${parentOf(process.ppid)}`;
}

/** Empty without /proc. On these systems, the shell replaces itself with this process, so `process.ppid` is npm. */
function parentOf(pid: number): string {
  try {
    return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}
