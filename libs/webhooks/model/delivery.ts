import { WebhookTest } from '../events/webhook-test.js';
import { delayBefore } from './retry-schedule.js';
import type { Verdict } from './verdict.js';

export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'skipped';

/** What made an attempt happen. */
export type Trigger = 'event' | 'retry' | 'resend' | 'recover' | 'test';

/** A delivery whose attempt has ended, as it was when the attempt began. */
export interface Attempted {
  id: string;
  eventType: string;
  /** The index of the attempt in the schedule. */
  step: number;
  trigger: Trigger;
  /** It has been delivered before, and was asked for again. */
  deliveredBefore: boolean;
}

/** What becomes of it. */
export interface Settlement {
  state: DeliveryState;
  step: number;
  trigger: Trigger;
  dueAt: Date;
}

/**
 * Decides by the verdict: done, again later, or given up. Only the schedule's attempts are repeated; neither a test nor
 * something that the receiver already has is.
 */
export function settle(delivery: Attempted, verdict: Verdict, schedule: readonly number[], now: Date): Settlement {
  const { id, step, trigger } = delivery;
  if (verdict.kind === 'delivered') return { state: 'delivered', step, trigger, dueAt: now };
  if (verdict.kind === 'interrupted') return { state: 'pending', step, trigger, dueAt: now };
  if (delivery.deliveredBefore) return { state: 'delivered', step, trigger, dueAt: now };
  const repeated = verdict.kind === 'failed' && delivery.eventType !== WebhookTest.type;
  const delay = repeated ? delayBefore(step + 1, schedule, id) : undefined;
  if (delay === undefined) return { state: 'failed', step, trigger, dueAt: now };
  const dueAt = new Date(now.getTime() + Math.max(delay, verdict.waitMs));
  return { state: 'pending', step: step + 1, trigger: 'retry', dueAt };
}

const PATIENCE_MS = 5 * 24 * 3_600_000;

/** Whether a receiver that has failed since then is to be switched off. */
export const hasFailedTooLong = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= PATIENCE_MS;
