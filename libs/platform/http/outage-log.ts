import { causeOfOutage } from '../database/errors.js';
import type { Logger } from '../observability/log/logger.js';

const INTERVAL_MS = 1_000;

/** Number of failed requests by cause that each logger has not reported yet. */
const unreported = new WeakMap<Logger, Record<string, number>>();

/** Logs why requests get 503: at most one line per second, with the number of requests by cause. */
export function noteOutage(error: unknown, logger: Logger): void {
  const causes = unreported.get(logger) ?? reportLater(logger);
  const cause = causeOfOutage(error);
  causes[cause] = (causes[cause] ?? 0) + 1;
}

function reportLater(logger: Logger): Record<string, number> {
  const causes: Record<string, number> = {};
  unreported.set(logger, causes);
  setTimeout(() => {
    unreported.delete(logger);
    logger.warn({ causes }, 'requests got 503 because PostgreSQL is unavailable');
  }, INTERVAL_MS).unref();
  return causes;
}
