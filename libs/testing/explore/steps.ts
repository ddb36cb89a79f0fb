import type { Body } from '../../client/index.js';

type Rule = Body<'addFault'>;
export type Effect = 'duplicate' | 'delay' | 'withhold' | 'bad-signature' | 'stale' | 'reorder' | 'forged';

/** What the customer does: buys or renews a domain. */
export interface Action {
  id: string;
  name: 'buy' | 'renew';
  years: number;
  /** First word of the domain, which selects the behavior of the sandbox: a premium price, or a pending order. */
  word?: 'premium' | 'pending';
  /** What the registry decides about a pending order. */
  decision?: 'registered' | 'failed';
}

export const ACTIONS: Action[] = [
  { id: 'buy', name: 'buy', years: 1 },
  { id: 'buy years=2', name: 'buy', years: 2 },
  { id: 'buy premium', name: 'buy', years: 1, word: 'premium' },
  { id: 'buy pending=registered', name: 'buy', years: 1, word: 'pending', decision: 'registered' },
  { id: 'buy pending=failed', name: 'buy', years: 1, word: 'pending', decision: 'failed' },
  { id: 'renew', name: 'renew', years: 1 },
  { id: 'renew years=2', name: 'renew', years: 2 },
];

/** A fault or another event during a purchase. */
export interface PlanStep {
  /** For example `checkout:error=GATEWAY_TIMEOUT/after`. */
  id: string;
  /** The operation that fails, or `webhook`; null if the step is an action of the customer or moves the clock. */
  target: Operation | 'webhook' | null;
  fault?: Rule['fault'];
  /** Number of requests that fail (default 1). */
  times?: number;
  effect?: Effect;
  /** ISO 8601 duration by which the clock advances after the purchase. */
  advance?: string;
  /** A business error, after which the customer gives up. */
  isFinal?: boolean;
  /** Whether the customer sends two requests at the same time. */
  isConcurrent?: boolean;
  isSlow?: boolean;
}

type Operation = 'search' | 'order' | 'renew' | 'checkout';
type Phase = 'before' | 'after';

/** Value of `times` with which all requests fail until the faults stop. */
export const ALWAYS = 1_000;

/** Distinguishes the IDs of steps that differ only in `times`. */
const suffixOf = ({ times }: Partial<PlanStep>): string =>
  times === undefined ? '' : `/${times === ALWAYS ? 'always' : times}`;

const faultStep = (target: Operation, name: string, fault: Rule['fault'], more: Partial<PlanStep> = {}): PlanStep => ({
  id: `${target}:${name}${suffixOf(more)}`,
  target,
  fault,
  ...more,
});

const errorStep = (target: Operation, code: string, phase: Phase, more?: Partial<PlanStep>) =>
  faultStep(target, `error=${code}/${phase}`, { kind: 'error', code, phase }, more);

const brokenStep = (target: Operation, kind: 'reset' | 'hang', phase: Phase, more?: Partial<PlanStep>) =>
  faultStep(target, `${kind}/${phase}`, { kind, phase }, more);

const webhookStep = (effect: Effect): PlanStep => ({ id: `webhook:${effect}`, target: 'webhook', effect });

const WRITES = ['checkout', 'order', 'renew'] as const;
const onWrites = (make: (target: (typeof WRITES)[number]) => PlanStep): PlanStep[] => WRITES.map(make);

/** Delay of a response in milliseconds: longer than a customer waits before clicking again, shorter than client timeouts. */
const DELAY = 2_000;
const TRUNCATED_AFTER = 20;

/** All steps in the order in which they are played: the most effective first. Business errors only have the phase `before`. */
export const STEPS: PlanStep[] = [
  ...onWrites(target => brokenStep(target, 'reset', 'after')),
  ...onWrites(target => errorStep(target, 'GATEWAY_TIMEOUT', 'after')),
  webhookStep('forged'),
  { id: 'double-click', target: null, isConcurrent: true },
  errorStep('checkout', 'PAYMENT_DECLINED', 'before', { isFinal: true }),
  errorStep('order', 'DOMAIN_TAKEN', 'before', { isFinal: true }),
  errorStep('order', 'PRICE_NOT_ACCEPTED', 'before', { isFinal: true }),
  webhookStep('duplicate'),
  webhookStep('bad-signature'),
  webhookStep('stale'),
  ...onWrites(target => errorStep(target, 'RATE_LIMITED', 'before')),
  ...onWrites(target => brokenStep(target, 'reset', 'before', { times: ALWAYS })),
  ...onWrites(target => errorStep(target, 'SERVICE_UNAVAILABLE', 'before', { times: ALWAYS })),
  ...onWrites(target => faultStep(target, `truncate=${TRUNCATED_AFTER}`, { kind: 'truncate', bytes: TRUNCATED_AFTER })),
  webhookStep('withhold'),
  webhookStep('delay'),
  webhookStep('reorder'),
  { id: 'second-tab', target: null, isConcurrent: true },
  ...onWrites(target => brokenStep(target, 'reset', 'before')),
  ...onWrites(target => errorStep(target, 'SERVICE_UNAVAILABLE', 'before')),
  ...onWrites(target => errorStep(target, 'INTERNAL_ERROR', 'after')),
  ...onWrites(target => errorStep(target, 'BAD_GATEWAY', 'before')),
  errorStep('search', 'SERVICE_UNAVAILABLE', 'before'),
  brokenStep('search', 'reset', 'before'),
  ...onWrites(target => brokenStep(target, 'reset', 'after', { times: 3 })),
  ...onWrites(target => faultStep(target, `delay=${DELAY}`, { kind: 'delay', ms: DELAY })),
  { id: 'clock:P1Y', target: null, advance: 'P1Y', isSlow: true },
  ...onWrites(target => brokenStep(target, 'hang', 'after', { isSlow: true })),
  ...onWrites(target => brokenStep(target, 'hang', 'before', { isSlow: true })),
];
