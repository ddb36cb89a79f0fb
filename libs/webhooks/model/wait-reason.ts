import type { ListedDelivery } from '../contract.js';
import { freeSlotsOf, type Health } from './health.js';

/** Why a delivery waits. `ListedDelivery.waits_for` describes each value. */
export const WAIT_REASONS = ['retry', 'delay', 'earlier', 'limit', 'failing', 'worker', 'off'] as const;

export type WaitReason = (typeof WAIT_REASONS)[number];

type Waiting = Pick<ListedDelivery, 'state' | 'sending' | 'next_attempt_at' | 'attempts'>;

/** The state of a receiver, which determines why its due deliveries wait. */
export interface ReceiverLoad extends Health {
  state: 'on' | 'off' | 'removed';
  /** Number of slow attempts that are in progress. */
  slowAttempts: number;
  /** End of its last lease; null if it was released. */
  leasedUntil: Date | null;
  /** When a worker should process it; null without work. */
  dueAt: Date | null;
}

/** A worker is late if a receiver has been due for longer. Workers look for due receivers several times a second. */
export const LATE_MS = 30_000;

/** Whether no worker has leased a due receiver in time. This does not depend on how the receiver responds. */
const isWorkerLate = ({ leasedUntil, dueAt }: ReceiverLoad, now: Date): boolean =>
  dueAt !== null &&
  now.getTime() - dueAt.getTime() > LATE_MS &&
  (leasedUntil === null || leasedUntil.getTime() <= now.getTime());

/** Why a delivery is not sent now; null if it does not wait. An undefined receiver was removed. */
export function waitReasonOf(delivery: Waiting, receiver: ReceiverLoad | undefined, now: Date): WaitReason | null {
  const { state, sending, next_attempt_at, attempts } = delivery;
  if (sending || (state !== 'queued' && state !== 'pending')) return null;
  if (receiver?.state !== 'on') return 'off';
  if (next_attempt_at !== null && Date.parse(next_attempt_at) > now.getTime()) return attempts > 0 ? 'retry' : 'delay';
  return blockOf(receiver, now) ?? 'earlier';
}

/** What keeps a receiver from getting more deliveries now; undefined if nothing does. */
export function blockOf(receiver: ReceiverLoad, now: Date): 'worker' | 'failing' | 'limit' | undefined {
  if (isWorkerLate(receiver, now)) return 'worker';
  if (receiver.failingSince) return 'failing';
  return freeSlotsOf(receiver) === 0 ? 'limit' : undefined;
}
