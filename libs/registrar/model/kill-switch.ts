import { Invalid } from '#platform/model';

/** Whether the live registrar API may be called. Off on a new installation. */
export interface SwitchState {
  on: boolean;
  /** Null while it was never touched. */
  reason: string | null;
  changedBy: string | null;
  changedAt: Date | null;
}

const MOST_CHARACTERS = 500;

/**
 * A reason that somebody can read a year later.
 * @throws InvalidReason
 */
export function checkReason(reason: string): string {
  const trimmed = reason.trim();
  if (trimmed.length === 0 || trimmed.length > MOST_CHARACTERS)
    throw new Invalid(
      'INVALID_REASON',
      `Give a reason of 1 to ${MOST_CHARACTERS} characters; it is kept in the history.`,
    );
  return trimmed;
}

/**
 * Whoever turns the switch types what it will be.
 * @throws Invalid
 */
export function checkConfirmation(state: 'on' | 'off', typed: string): void {
  const word = state.toUpperCase();
  if (typed === word) return;
  const message = `must be ${word}, typed by whoever turns the switch ${state}`;
  throw new Invalid('VALIDATION_FAILED', `confirm ${message}.`, { details: [{ field: 'confirm', message }] });
}
