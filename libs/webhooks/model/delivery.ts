import type { AttemptView, DeliveryState } from '../contract.js';
import { WebhookTest } from '../events/webhook-test.js';
import { type Alteration, copiesOf } from './alteration.js';
import { delayBefore } from './retry-schedule.js';
import type { SentHeaders, Verdict } from './attempt-result.js';

/** Maximum number of queued events that are counted; 10,001 stands for any larger number. */
export const MAX_QUEUED = 10_000;

/** A delivery that is about to be attempted. */
export interface Delivery {
  id: string;
  eventId: string;
  eventType: string;
  /** Index of the attempt in the retry schedule. */
  step: number;
  /** The cause of the attempt. */
  trigger: AttemptView['trigger'];
  /** Number of the attempt, from 1. */
  number: number;
  /** Whether an earlier attempt succeeded and this one repeats it. */
  deliveredBefore: boolean;
  /** Null for nearly all events. */
  alteration: Alteration | null;
}

/** An attempt that has ended, as it is stored. */
export interface EndedAttempt extends Omit<AttemptView, 'headers'> {
  /** Absent if the message could not be signed, and in attempts of earlier releases. */
  sent?: SentHeaders;
}

/** The new state of a delivery. */
export interface DeliveryChange extends Omit<Delivery, 'number' | 'deliveredBefore' | 'alteration'> {
  state: DeliveryState;
  /** Time of the next attempt, or deadline of the running one; null if there is none. */
  dueAt: Date | null;
  isSending: boolean;
  /** Whether the attempt succeeded. */
  isSuccess: boolean;
  /** The attempt that has ended; null if there was none. */
  attempt: EndedAttempt | null;
  /** Whether sending a later event makes the first attempt due at once (`reorder`). */
  isHeld?: boolean;
}

type NewState = Pick<DeliveryChange, 'state' | 'dueAt'> & Partial<DeliveryChange>;

/** A delivery in a new state; without an attempt unless one is given. */
function changed({ id, eventId, eventType, step, trigger }: Delivery, change: NewState): DeliveryChange {
  const unchanged = { id, eventId, eventType, step, trigger, isSending: false, isSuccess: false, attempt: null };
  return { ...unchanged, ...change };
}

/** Longer than an attempt can take, but short enough to repeat the attempts of a lost worker within 30 seconds. */
export const ATTEMPT_TIMEOUT_MS = 25_000;

/** Time after which an attempt that starts now is repeated. */
export const attemptDeadline = (now: Date): Date => new Date(now.getTime() + ATTEMPT_TIMEOUT_MS);

/** Skips a delivery, because its receiver is off or its event is withheld. A delivery that succeeded before stays delivered. */
export const skip = (delivery: Delivery): DeliveryChange =>
  changed(delivery, { state: delivery.deliveredBefore ? 'delivered' : 'skipped', dueAt: null });

/** Postpones the attempt to `dueAt`. */
export const postpone = (delivery: Delivery, dueAt: Date): DeliveryChange =>
  changed(delivery, { state: 'pending', dueAt, ...(delivery.alteration?.effect === 'reorder' && { isHeld: true }) });

/** Records that the attempt is still running. It is repeated if its worker crashes. */
export const keepRunning = (delivery: Delivery, now: Date): DeliveryChange =>
  changed(delivery, { state: 'pending', dueAt: attemptDeadline(now), isSending: true });

/**
 * Decides the state after an attempt: delivered, pending until the next attempt, or failed. Test events and deliveries
 * that succeeded before are not retried; after a success, copies follow at once.
 */
export function settle(
  delivery: Delivery,
  { verdict, startedAt, durationMs }: { verdict: Verdict; startedAt: Date; durationMs: number },
  schedule: readonly number[],
  now: Date,
): DeliveryChange {
  const { number, trigger } = delivery;
  const { status, reason, answer, sent } = verdict;
  return changed(delivery, {
    isSuccess: verdict.kind === 'delivered',
    attempt: {
      number,
      trigger,
      started_at: startedAt.toISOString(),
      duration_ms: durationMs,
      status,
      reason,
      answer,
      sent,
    },
    ...nextStep(delivery, verdict, schedule, now),
  });
}

function nextStep(
  { id, step, eventType, deliveredBefore, number, alteration }: Delivery,
  { kind, waitMs }: Verdict,
  schedule: readonly number[],
  now: Date,
): NewState {
  if (kind === 'interrupted') return { state: 'pending', dueAt: now };
  if (kind === 'delivered' || deliveredBefore) {
    if (number < copiesOf(alteration)) return { state: 'pending', trigger: 'event', dueAt: now };
    return { state: 'delivered', dueAt: null };
  }
  const isRetried = kind === 'failed' && eventType !== WebhookTest.type;
  const delay = isRetried ? delayBefore(step + 1, schedule, id) : undefined;
  if (delay === undefined) return { state: 'failed', dueAt: null };
  const dueAt = new Date(now.getTime() + Math.max(delay, waitMs));
  return { state: 'pending', step: step + 1, trigger: 'retry', dueAt };
}
