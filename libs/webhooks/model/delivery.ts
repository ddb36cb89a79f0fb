import { WebhookTest } from '../events/webhook-test.js';
import { delayBefore } from './retry-schedule.js';
import type { Verdict } from './verdict.js';

export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'skipped';

/** The cause of an attempt. */
export type Trigger = 'event' | 'retry' | 'resend' | 'recover' | 'test';

/** A delivery as it was at the start of an attempt that has ended. */
export interface AttemptedDelivery {
  id: string;
  eventType: string;
  /** Index of the attempt in the retry schedule. */
  step: number;
  trigger: Trigger;
  /** Whether an earlier attempt succeeded and this one was requested again. */
  deliveredBefore: boolean;
}

/** The state of a delivery after an attempt. */
export interface Settlement {
  state: DeliveryState;
  step: number;
  trigger: Trigger;
  dueAt: Date;
}

/**
 * Decides the state after an attempt: delivered, pending until the next attempt, or failed. Test events and deliveries
 * that succeeded before are not retried.
 */
export function settle(
  delivery: AttemptedDelivery,
  verdict: Verdict,
  schedule: readonly number[],
  now: Date,
): Settlement {
  const { id, step, trigger } = delivery;
  if (verdict.kind === 'delivered') return { state: 'delivered', step, trigger, dueAt: now };
  if (verdict.kind === 'interrupted') return { state: 'pending', step, trigger, dueAt: now };
  if (delivery.deliveredBefore) return { state: 'delivered', step, trigger, dueAt: now };
  const isRetried = verdict.kind === 'failed' && delivery.eventType !== WebhookTest.type;
  const delay = isRetried ? delayBefore(step + 1, schedule, id) : undefined;
  if (delay === undefined) return { state: 'failed', step, trigger, dueAt: now };
  const dueAt = new Date(now.getTime() + Math.max(delay, verdict.waitMs));
  return { state: 'pending', step: step + 1, trigger: 'retry', dueAt };
}

const MAX_FAILING_MS = 5 * 24 * 3_600_000;

/** Whether a receiver that has failed since then must be switched off. */
export const hasFailedTooLong = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= MAX_FAILING_MS;
