import type { Observation } from './observation.js';
import { ACTIONS, STEPS } from './steps.js';

/** The outcomes that the shop has met while a plan was played. */
export function outcomesOf({ plan, truth, webhooks, idle }: Observation): string[] {
  const steps = plan.steps.map(({ id }) => id).filter(id => !idle.includes(id));
  const answered = truth.requests.filter(({ faulted }) => faulted === null).map(answerOf);
  const accepted = webhooks.filter(({ isValid }) => isValid).map(({ type }) => `webhook: ${type}`);
  return [plan.action.id, ...steps, ...answered, ...accepted];
}

const answerOf = ({ operation, status, code, replayed }: Observation['truth']['requests'][number]): string =>
  `${operation}: ${[status, code, replayed && 'replayed'].filter(Boolean).join(' ')}`;

/** Outcomes that every shop can meet without faults of the API. */
const NATURAL = ['order: 201', 'checkout: 200', 'checkout: 202', 'webhook: domain.registered'];
const OF_RENEWALS = ['renew: 201', 'webhook: domain.renewed'];
const LATE = ['webhook: domain.registration_failed', 'webhook: domain.expired'];

/** Outcomes that a report lists as met or never met. Those of renewals are included only if the shop offers renewals. */
export function possibleOutcomes(canRenew: boolean): string[] {
  const actions = ACTIONS.filter(({ name }) => canRenew || name === 'buy').map(({ id }) => id);
  const steps = STEPS.filter(({ target }) => canRenew || target !== 'renew').map(({ id }) => id);
  return [...actions, ...NATURAL, ...(canRenew ? OF_RENEWALS : []), ...LATE, ...steps];
}
