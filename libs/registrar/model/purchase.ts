import type { RegistrarFailure } from './registrar-failure.js';

/**
 * The stored step of a purchase: `mark` creates the contact that identifies it, `look` checks the domain and its price, `find`
 * looks for the effect of a submission on the account, `poll` waits for the registry, and `stuck` waits for an operator. After a
 * crash, the step is repeated, but never a submission: the order is stored at `find` before the request is sent.
 */
export type Step = 'mark' | 'look' | 'find' | 'poll' | 'stuck';

/** Maximum number of submissions without an effect; then the purchase fails. */
const MAX_SUBMISSIONS = 3;

/** Pauses before the first, second, … repetition of a step, in milliseconds; later repetitions use the last pause. */
const PAUSES_MS = [1_000, 5_000, 15_000, 60_000, 300_000];

export const pauseMs = (repetitions: number): number => PAUSES_MS[Math.min(repetitions, PAUSES_MS.length - 1)]!;

/** Longest pause while the registrar does not answer, in milliseconds. */
const MAX_WAIT_MS = 15_000;

/** The pause after a failed call; at least `retryAfterMs` if this process held the call back. */
export const pauseAfterFailureMs = (repetitions: number, { isSent, retryAfterMs }: RegistrarFailure): number =>
  Math.max(Math.min(pauseMs(repetitions), MAX_WAIT_MS), isSent ? 0 : retryAfterMs);

export interface Failure {
  code: string;
  message: string;
}

/** Unfinished purchase of a paid order at the registrar. */
export interface Purchase {
  kind: 'registration' | 'renewal';
  years: number;
  /** Price of the order in cents. */
  total: number;
  /** Our contact at the registrar; null before `mark`, and for a renewal. */
  contact: string | null;
  /** For a renewal, the expiry before the first submission. */
  expiresBefore: Date | null;
  submissions: number;
  submittedAt: Date | null;
  /** The refusal of the last submission, until it is confirmed. */
  refusal: Failure | null;
  /** Repetitions of the step, which lengthen the pauses. */
  repetitions: number;
  /** When `find` first saw no effect of a submission that should be visible; null before. */
  missingSince: Date | null;
}

/** A domain in the account at the registrar. */
export interface HeldDomain {
  contact: string | null;
  isPending: boolean;
  expiresAt: Date | null;
}

/** The domain and its price at the registrar before a submission. */
export interface Quote {
  held: HeldDomain | null;
  available: boolean;
  /** Present price of the ordered years in cents. */
  price: number;
}

/** The next step, or the end of a purchase. Without `afterMs` the step follows at once. */
export type Next =
  | { step: Step | 'submit'; afterMs?: number }
  | { registered: Date }
  | { failed: Failure }
  | { stuck: string };

const DAY_MS = 86_400_000;

/** Whether the domain in the account is the outcome of this purchase. */
export function isOurs(
  { kind, contact, expiresBefore }: Purchase,
  { contact: holder, expiresAt }: HeldDomain,
): boolean {
  if (kind === 'registration') return contact !== null && holder === contact;
  return expiresBefore !== null && expiresAt !== null && expiresAt > expiresBefore;
}

/** Decides whether to submit. */
export function afterLook(purchase: Purchase, { held, available, price }: Quote): Next {
  if (held && isOurs(purchase, held)) return { step: 'poll' };
  if (purchase.kind === 'registration' && (held || !available)) return failed('DOMAIN_TAKEN', 'The domain is taken.');
  // Without an expiry, the domain is not registered in the account, and the effect of a submission would never be seen.
  if (purchase.kind === 'renewal' && !(held?.expiresAt && purchase.expiresBefore))
    return failed('REGISTRATION_NOT_FOUND', 'The account at the registrar does not hold the domain.');
  if (price > purchase.total) return failed('PRICE_CHANGED', 'The price has risen since the checkout.');
  return { step: 'submit' };
}

/** HTTP statuses after which the registrar has certainly not bought anything. */
const REFUSALS = [400, 401, 402, 403, 404];

/**
 * Decides what follows a failed submission. A refusal is confirmed by reading the domain, because an earlier submission may
 * have been accepted. A request that was not sent does not count as a submission.
 */
export function afterSubmission({ kind, status, isSent, retryAfterMs }: RegistrarFailure): Next {
  if (!isSent) return { step: 'look', afterMs: Math.max(pauseMs(0), retryAfterMs) };
  const isRefused = kind !== 'unavailable' && REFUSALS.includes(status ?? 0);
  return isRefused ? { step: 'look' } : { step: 'find', afterMs: pauseMs(0) };
}

/** Decides what follows a refusal after reading the domain. `available` is undefined if it was not checked. */
export function afterRefusal(
  purchase: Purchase,
  { held, available }: { held: HeldDomain | null; available?: boolean },
): Next {
  if (held && isOurs(purchase, held)) return { step: 'poll' };
  const isTaken = purchase.kind === 'registration' && (held !== null || available === false);
  return isTaken ? failed('DOMAIN_TAKEN', 'The domain is taken.') : { failed: purchase.refusal! };
}

/** Whether the effect of the last submission would be visible by now. */
export const hasSettled = ({ submittedAt }: Purchase, now: Date, settleMs: number): boolean =>
  now.getTime() >= submittedAt!.getTime() + settleMs;

/** Decides what follows `find`, for a submission whose response is unknown. */
export function afterFind(
  purchase: Purchase,
  held: HeldDomain | null,
  { now, settleMs, timeoutMs, isDisabled }: { now: Date; settleMs: number; timeoutMs: number; isDisabled: boolean },
): Next {
  if (held && isOurs(purchase, held)) return { step: 'poll' };
  if (held && purchase.kind === 'registration')
    return { stuck: 'The domain has another contact after the submission.' };
  const isMissing = purchase.missingSince !== null && now.getTime() >= purchase.missingSince.getTime() + timeoutMs;
  if (!hasSettled(purchase, now, settleMs))
    return { step: 'find', afterMs: Math.min(pauseMs(purchase.repetitions), settleMs) };
  if (!isMissing) return { step: 'find', afterMs: timeoutMs };
  if (isDisabled) return failed('REGISTRAR_DISABLED', 'The live registrar API was switched off.');
  if (purchase.submissions >= MAX_SUBMISSIONS)
    return failed(
      'REGISTRAR_UNAVAILABLE',
      `${MAX_SUBMISSIONS} submissions had no effect on the account at the registrar.`,
    );
  return { step: 'look' };
}

/** State of a registration or renewal at the registrar; `unknown` if it has no such record. */
export type RecordState = 'pending' | 'done' | 'failed' | 'unknown';

/** Decides what follows `poll`, for an accepted submission. A recently accepted submission may not be visible yet. */
export function afterPoll(
  purchase: Purchase,
  held: HeldDomain | null,
  { state, isSettled }: { state: RecordState; isSettled: boolean },
): Next {
  if (state === 'failed') return failed('REGISTRY_REJECTED', 'The registry has rejected the order.');
  const again: Next = { step: 'poll', afterMs: pauseMs(purchase.repetitions) };
  if (state === 'pending' || held?.isPending || (!held && !isSettled)) return again;
  if (!held && state === 'done')
    return { stuck: 'The registrar has completed the order, but does not hold the domain.' };
  if (!held) return failed('REGISTRY_REJECTED', 'The account at the registrar does not hold the domain any more.');
  if (!isOurs(purchase, held))
    return purchase.kind === 'renewal' ? again : { stuck: 'The domain has another contact after the submission.' };
  const { expiresAt } = held;
  if (!expiresAt) return again;
  if (!hasTerm(purchase, expiresAt)) return { stuck: 'The domain has another term than ordered.' };
  return { registered: expiresAt };
}

/** Whether a renewal has added the ordered years, with a tolerance of two days for leap days and time zones. */
function hasTerm({ kind, years, expiresBefore }: Purchase, expiresAt: Date): boolean {
  if (kind === 'registration') return true;
  const expected = new Date(expiresBefore!);
  expected.setUTCFullYear(expected.getUTCFullYear() + years);
  return Math.abs(expiresAt.getTime() - expected.getTime()) <= 2 * DAY_MS;
}

export const failed = (code: string, message: string): { failed: Failure } => ({ failed: { code, message } });
