import { NameyardError } from '../../client/index.js';
import { ACTIONS, type Action, ALWAYS, type PlanStep, STEPS } from './steps.js';

/** A purchase or renewal, and the faults and events during it. */
export interface Plan {
  action: Action;
  steps: PlanStep[];
}

const SEPARATOR = ' + ';

/** For example `buy + checkout:reset/after`. */
export const idOf = ({ action, steps }: Plan): string => [action.id, ...steps.map(({ id }) => id)].join(SEPARATOR);

/** @throws NameyardError that names the unknown action or step */
export function planOf(id: string): Plan {
  const [first = '', ...others] = id.split('+').map(part => part.trim());
  const action = ACTIONS.find(candidate => candidate.id === first);
  if (!action) throw new NameyardError(`The plan '${id}' begins with '${first}', not with ${list(ACTIONS)}.`);
  return { action, steps: others.map(stepOfPlan) };
}

function stepOfPlan(id: string): PlanStep {
  const step = STEPS.find(candidate => candidate.id === id);
  if (step) return step;
  throw new NameyardError(`A plan cannot contain '${id}'. Its parts are ${list(STEPS)}.`);
}

const list = (parts: { id: string }[]): string => parts.map(({ id }) => id).join(', ');

/** Whether the steps of a plan can happen together. */
export function isPossible({ action, steps }: Plan): boolean {
  if (action.name === 'renew' && steps.some(({ target }) => target === 'order' || target === 'search')) return false;
  // A customer who renews in two tabs wants two renewals, so that paying twice is correct.
  if (action.name === 'renew' && steps.some(({ id }) => id === 'second-tab')) return false;
  if (action.name === 'buy' && steps.some(({ target }) => target === 'renew')) return false;
  return pairsOf(steps).every(([first, second]) => areCompatible(first, second));
}

const pairsOf = (steps: PlanStep[]): [PlanStep, PlanStep][] =>
  steps.flatMap((one, index) => steps.slice(index + 1).map((other): [PlanStep, PlanStep] => [one, other]));

function areCompatible(first: PlanStep, second: PlanStep): boolean {
  if (first.isConcurrent && second.isConcurrent) return false;
  if (first.isFinal) return canPrecede(second, first);
  if (second.isFinal) return canPrecede(first, second);
  // Only one effect can be applied to a webhook. A forged webhook is an additional one.
  const isForged = first.effect === 'forged' || second.effect === 'forged';
  return first.target !== 'webhook' || second.target !== 'webhook' || isForged;
}

const IN_ORDER = ['search', 'order', 'renew', 'checkout'];

/**
 * Whether a step can happen before a final error. Steps cannot follow a final error, because the purchase is over.
 * Overlapping requests are excluded, because the error would refuse only one of them.
 */
const canPrecede = ({ effect, target }: PlanStep, final: PlanStep): boolean =>
  effect === 'forged' ||
  (target !== null && IN_ORDER.includes(target) && IN_ORDER.indexOf(target) < IN_ORDER.indexOf(final.target!));

/** Whether a plan changes the clock of all purchases, so that it must be played alone. */
export const isExclusive = ({ steps }: Plan): boolean => steps.some(({ advance }) => advance !== undefined);

/** Plans with at most two steps: first those without steps, then those with one step, then pairs of short steps. */
export function allPlans(shop: Shop): Plan[] {
  const actions = ACTIONS.filter(
    ({ name, years }) => (name === 'buy' || shop.canRenew) && (years === 1 || shop.choosesYears[name]),
  );
  const usable = usableSteps(shop);
  const [buy, ...others] = actions as [Action, ...Action[]];
  const renew = others.find(({ name }) => name === 'renew');
  const early = usable.filter(({ isSlow }) => !isSlow);
  const singles = [
    ...actions.map(action => ({ action, steps: [] })),
    ...early.map(step => ({ action: buy, steps: [step] })),
    ...(renew ? early.map(step => ({ action: renew, steps: [step] })) : []),
    ...usable.filter(({ isSlow }) => isSlow).map(step => ({ action: buy, steps: [step] })),
  ];
  const short = shortSteps(shop);
  const pairs = [buy, renew].flatMap(action =>
    action ? short.flatMap((one, index) => short.slice(index).map(other => ({ action, steps: [one, other] }))) : [],
  );
  const varied = others
    .filter(({ name }) => name === 'buy')
    .flatMap(action => short.map(step => ({ action, steps: [step] })));
  return [...singles, ...varied, ...pairs].filter(plan => isPossible(plan) && !repeatsItself(plan));
}

/** The plans with three different short steps. */
export function* triples(shop: Shop): Iterable<Plan> {
  const steps = shortSteps(shop);
  for (const action of ACTIONS.filter(({ id }) => id === 'buy' || (id === 'renew' && shop.canRenew)))
    for (const [index, one] of steps.entries())
      for (const others of pairsOf(steps.slice(index + 1))) {
        const plan = { action, steps: [one, ...others] };
        if (isPossible(plan)) yield plan;
      }
}

const usableSteps = ({ operations, canReceive }: Shop): PlanStep[] =>
  STEPS.filter(({ id, target }) => (target === 'webhook' ? canReceive(id) : target === null || operations.has(target)));

/** Steps that take little time, so that many of their combinations can be played. */
const shortSteps = (shop: Shop): PlanStep[] =>
  usableSteps(shop).filter(({ isSlow, times }) => !isSlow && times !== ALWAYS);

/** Whether a plan has no step, or one step with an ordinary purchase or renewal. */
export const isSingle = ({ action: { id, name }, steps }: Plan): boolean =>
  steps.length === 0 || (steps.length === 1 && id === name);

const repeatsItself = ({ steps: [one, other] }: Plan): boolean =>
  one !== undefined && one === other && (one.target === null || one.isFinal === true);

/** What a shop supports, as learned from its options and purchases without faults. */
export interface Shop {
  canRenew: boolean;
  /** Whether the webhooks of the shop can be changed as a step requires. */
  canReceive: (step: string) => boolean;
  /** Whether the customer chooses the years of an action. */
  choosesYears: Record<Action['name'], boolean>;
  /** Operations of the API that the shop calls. */
  operations: ReadonlySet<string>;
}
