import type { Body } from '../../client/index.js';

type Rule = Body<'addFault'>;
export type Effect = 'duplicate' | 'delay' | 'withhold' | 'bad-signature' | 'stale' | 'reorder' | 'forged';

/** What the customer does. */
export interface Action {
  id: string;
  name: 'buy' | 'renew';
  years: number;
  /** Word of the domain that decides what the catalogue and the registry do. */
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

/** Something that happens during a purchase. */
export interface PlanStep {
  /** For example `checkout:error=GATEWAY_TIMEOUT/after`. */
  id: string;
  /** The operation that fails, or `webhook`; null for what the customer and the clock do. */
  of: 'search' | 'order' | 'renew' | 'checkout' | 'webhook' | null;
  fault?: Rule['fault'];
  /** Number of requests that fail. */
  times?: number;
  effect?: Effect;
  /** Duration by which the clock advances afterwards. */
  advance?: string;
  /** A business error, after which the customer gives up. */
  isFinal: boolean;
  /** Requests of the customer at the same time. */
  isConcurrent: boolean;
  isSlow: boolean;
}

type Operation = 'search' | 'order' | 'renew' | 'checkout';

/** All requests until the faults stop. */
export const ALWAYS = 1_000;
const ANSWERED = { isFinal: false, isConcurrent: false, isSlow: false };

/** Tells steps apart that differ only in the number of requests. */
const suffixOf = ({ times }: Partial<PlanStep>): string =>
  times === undefined ? '' : `/${times === ALWAYS ? 'always' : times}`;

const error = (of: Operation, code: string, phase: 'before' | 'after', more: Partial<PlanStep> = {}): PlanStep => ({
  ...ANSWERED,
  id: `${of}:error=${code}/${phase}${suffixOf(more)}`,
  of,
  fault: { kind: 'error', code, phase },
  ...more,
});

const broken = (
  of: Operation,
  kind: 'reset' | 'hang',
  phase: 'before' | 'after',
  more: Partial<PlanStep> = {},
): PlanStep => ({
  ...ANSWERED,
  id: `${of}:${kind}/${phase}${suffixOf(more)}`,
  of,
  fault: { kind, phase },
  ...more,
});

const webhook = (effect: Effect): PlanStep => ({ ...ANSWERED, id: `webhook:${effect}`, of: 'webhook', effect });

const WRITES = ['checkout', 'order', 'renew'] as const;
const each = (make: (of: (typeof WRITES)[number]) => PlanStep): PlanStep[] => WRITES.map(make);

/** Milliseconds: longer than a customer waits before another click, shorter than the timeouts of clients. */
const DELAY = 2_000;
const FIRST_BYTES = 20;

/** In the order in which they are tried: what finds most comes first. Business errors never follow an effect. */
export const STEPS: PlanStep[] = [
  ...each(of => broken(of, 'reset', 'after')),
  ...each(of => error(of, 'GATEWAY_TIMEOUT', 'after')),
  webhook('forged'),
  { ...ANSWERED, id: 'double-click', of: null, isConcurrent: true },
  error('checkout', 'PAYMENT_DECLINED', 'before', { isFinal: true }),
  error('order', 'DOMAIN_TAKEN', 'before', { isFinal: true }),
  error('order', 'PRICE_NOT_ACCEPTED', 'before', { isFinal: true }),
  webhook('duplicate'),
  webhook('bad-signature'),
  webhook('stale'),
  ...each(of => error(of, 'RATE_LIMITED', 'before')),
  ...each(of => broken(of, 'reset', 'before', { times: ALWAYS })),
  ...each(of => error(of, 'SERVICE_UNAVAILABLE', 'before', { times: ALWAYS })),
  ...each(of => ({
    ...ANSWERED,
    id: `${of}:truncate=${FIRST_BYTES}`,
    of,
    fault: { kind: 'truncate', bytes: FIRST_BYTES },
  })),
  webhook('withhold'),
  webhook('delay'),
  webhook('reorder'),
  { ...ANSWERED, id: 'second-tab', of: null, isConcurrent: true },
  ...each(of => broken(of, 'reset', 'before')),
  ...each(of => error(of, 'SERVICE_UNAVAILABLE', 'before')),
  ...each(of => error(of, 'INTERNAL_ERROR', 'after')),
  ...each(of => error(of, 'BAD_GATEWAY', 'before')),
  error('search', 'SERVICE_UNAVAILABLE', 'before'),
  broken('search', 'reset', 'before'),
  ...each(of => broken(of, 'reset', 'after', { times: 3 })),
  ...each(of => ({ ...ANSWERED, id: `${of}:delay=${DELAY}`, of, fault: { kind: 'delay', ms: DELAY } })),
  { ...ANSWERED, id: 'clock:P1Y', of: null, advance: 'P1Y', isSlow: true },
  ...each(of => broken(of, 'hang', 'after', { isSlow: true })),
  ...each(of => broken(of, 'hang', 'before', { isSlow: true })),
];
