import type { DeliveryChange } from './delivery.js';
import { GONE } from './attempt-result.js';

/** The health of a receiver, derived from its last attempts. */
export interface Health {
  /** Time of the first failure since the last success. */
  failingSince: Date | null;
  lastSuccessAt: Date | null;
}

/** Maximum number of new events per batch. */
export const BATCH_SIZE = 100;

/** Maximum number of attempts to one receiver at a time. */
const CONCURRENCY = { healthy: 50, untried: 10, failing: 4 };

/** Minimum time between two successes of a healthy receiver that are written to the database. */
const SUCCESS_INTERVAL_MS = 10_000;

const MAX_FAILING_MS = 5 * 24 * 3_600_000;

export const isHealthy = ({ failingSince, lastSuccessAt }: Health) => lastSuccessAt !== null && failingSince === null;

/**
 * Number of attempts to a receiver that may start now; slow attempts that still run are subtracted. Deliveries to a receiver
 * that is off or removed are skipped without attempts, so that full batches of them are read.
 */
export function freeSlotsOf(receiver: Health & { state: string; slowAttempts: number }): number {
  if (receiver.state !== 'on') return BATCH_SIZE;
  const unhealthy = receiver.failingSince ? CONCURRENCY.failing : CONCURRENCY.untried;
  return Math.max((isHealthy(receiver) ? CONCURRENCY.healthy : unhealthy) - receiver.slowAttempts, 0);
}

/** The health of a receiver after attempts; null if it need not be written. One success makes it healthy. */
export function healthAfter({ failingSince, lastSuccessAt }: Health, changes: DeliveryChange[], now: Date) {
  if (changes.some(({ isSuccess }) => isSuccess)) {
    const isRecent = lastSuccessAt && now.getTime() - lastSuccessAt.getTime() < SUCCESS_INTERVAL_MS;
    return failingSince || !isRecent ? { failingSince: null, lastSuccessAt: now } : null;
  }
  const failures = changes.flatMap(({ attempt }) => (attempt && attempt.reason !== 'interrupted' ? [attempt] : []));
  if (failures.length === 0 || failingSince) return null;
  const first = failures.map(({ started_at }) => started_at).toSorted()[0]!;
  return { failingSince: new Date(first), lastSuccessAt };
}

/** Why a receiver is switched off. */
export type SwitchOffReason = {
  reason: string;
  /** Switches off only if the receiver has been failing since this time; null switches off in any case. */
  since: Date | null;
};

/** Why a receiver must be switched off after attempts; undefined if it stays on. */
export function switchOffReason(
  changes: DeliveryChange[],
  failingSince: Date | null,
  now: Date,
): SwitchOffReason | undefined {
  const failed = changes.filter(({ attempt, isSuccess }) => attempt && !isSuccess);
  if (failed.some(({ attempt }) => attempt?.status === GONE)) return { reason: 'responded with 410 Gone', since: null };
  if (failed.length === 0 || !failingSince || now.getTime() - failingSince.getTime() < MAX_FAILING_MS) return undefined;
  return { reason: `no success since ${failingSince.toISOString()}`, since: failingSince };
}
