import { textProblem, ValidationFailed } from '#platform/model';
import { InvalidReason } from './errors.js';

/** The state of the live registrar API. It is off on a new installation. */
export interface SwitchState {
  on: boolean;
  /** `reason`, `changedBy` and `changedAt` are null until the first change. */
  reason: string | null;
  changedBy: string | null;
  changedAt: Date | null;
}

export const MAX_REASON_LENGTH = 500;

/** @throws InvalidReason */
export function checkReason(reason: string): string {
  const trimmed = reason.trim();
  const problem = textProblem(trimmed, MAX_REASON_LENGTH);
  if (problem) throw new InvalidReason(problem);
  return trimmed;
}

/** @throws ValidationFailed unless `confirm` is the new state in capitals */
export function checkConfirmation(state: 'on' | 'off', confirm: string): void {
  const expected = state.toUpperCase();
  if (confirm !== expected) throw ValidationFailed.of('confirm', `must be ${expected}, to switch ${state}`);
}
