import type { OperationName } from '#identity/access/model';
import { InvalidFault } from './errors.js';

/** `before`: the fault replaces the operation. `after`: the operation takes effect, and then the fault replaces its response. */
export const PHASES = ['before', 'after'] as const;

type Phase = (typeof PHASES)[number];

/** A way in which an operation, or the delivery of its events, fails on purpose. */
export type Fault =
  | { kind: 'error'; code: string; phase: Phase }
  | { kind: 'delay'; ms: number }
  | { kind: 'hang'; phase: Phase }
  | { kind: 'reset'; phase: Phase }
  | { kind: 'truncate'; bytes: number }
  | WebhookFault;

/** Changes how the event of an operation is delivered. */
export type WebhookFault = { kind: 'webhook' } & (
  | { effect: 'duplicate'; times: number }
  | { effect: 'delay'; seconds: number }
  | { effect: 'withhold' | 'bad-signature' | 'stale' | 'reorder' }
);

export type Effect = WebhookFault['effect'];

interface Parameter {
  /** Undefined for required parameters. */
  default?: unknown;
  isValid(value: unknown): boolean;
  /** Completes "<parameter> must be …". */
  expected: string;
}

const integer = (min: number, max: number): Parameter => ({
  isValid: value => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
  expected: `an integer from ${min} to ${max}`,
});

export const MAX_DELAY_MS = 30_000;
export const MAX_BYTES = 65_536;
export const MAX_SECONDS = 300;
export const MIN_COPIES = 2;
export const MAX_COPIES = 5;

/** The operations that record events. A `webhook` fault has no effect on other operations. */
const SENDING_OPERATIONS: readonly OperationName[] = ['checkout', 'cancel', 'update', 'delete'];

const phase: Parameter = {
  default: 'before',
  isValid: value => PHASES.includes(value as Phase),
  expected: PHASES.join(' or '),
};

/** `assertApplicable` checks that the operation documents the code. */
const code: Parameter = { isValid: value => typeof value === 'string', expected: 'an error code' };

type Parameters = Record<string, Parameter>;

/** The parameters of each effect of `webhook`. */
const EFFECT_PARAMETERS: Record<Effect, Parameters> = {
  duplicate: { times: { ...integer(MIN_COPIES, MAX_COPIES), default: MIN_COPIES } },
  delay: { seconds: integer(1, MAX_SECONDS) },
  withhold: {},
  'bad-signature': {},
  stale: {},
  reorder: {},
};

export const EFFECTS = Object.keys(EFFECT_PARAMETERS) as Effect[];

const isEffect = (value: unknown): value is Effect => EFFECTS.includes(value as Effect);

const effect: Parameter = { isValid: isEffect, expected: `one of ${EFFECTS.join(', ')}` };

/** The parameters of each kind, besides those of the effects. */
const KINDS: Record<Fault['kind'], Parameters> = {
  error: { code, phase },
  delay: { ms: integer(1, MAX_DELAY_MS) },
  hang: { phase },
  reset: { phase },
  truncate: { bytes: integer(0, MAX_BYTES) },
  webhook: { effect },
};

export const FAULT_KINDS = Object.keys(KINDS) as Fault['kind'][];

/** @throws InvalidFault that names the kind or parameter */
export function readFault({ kind, ...values }: Record<string, unknown>): Fault {
  if (!isKind(kind)) throw new InvalidFault('kind', `must be one of ${FAULT_KINDS.join(', ')}`);
  const parameters = parametersOf(kind, values['effect']);
  const fault: Record<string, unknown> = { kind };
  for (const [name, { isValid, expected, default: fallback }] of Object.entries(parameters)) {
    const value = values[name] ?? fallback;
    if (!isValid(value)) throw new InvalidFault(name, `must be ${expected}`);
    fault[name] = value;
  }
  const unknown = Object.keys(values).find(name => !Object.hasOwn(parameters, name));
  if (unknown === undefined) return fault as Fault;
  const [type, names] = [kind === 'webhook' ? values['effect'] : kind, Object.keys(parameters).join(' and ')];
  throw new InvalidFault(unknown, `is unknown; ${String(type)} takes ${names}`);
}

const parametersOf = (kind: Fault['kind'], effect: unknown): Parameters =>
  kind === 'webhook' && isEffect(effect) ? { ...KINDS[kind], ...EFFECT_PARAMETERS[effect] } : KINDS[kind];

const isKind = (value: unknown): value is Fault['kind'] => FAULT_KINDS.includes(value as Fault['kind']);

/** Why a value is not a fault; undefined if it is one. */
export function problemOfFault(value: unknown): string | InvalidFault | undefined {
  if (typeof value !== 'object' || value === null) return 'must be an object with a kind';
  try {
    readFault({ ...value });
    return undefined;
  } catch (error) {
    return error as InvalidFault;
  }
}

/** Error codes: a set, or a map by code. */
export type Codes = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>;

/**
 * Whether a fault can affect an operation. An `error` requires a code that the operation documents, and a `webhook` requires
 * an operation that sends events.
 */
export function isApplicable(operation: OperationName, codes: Codes, fault: Fault): boolean {
  if (fault.kind === 'webhook') return SENDING_OPERATIONS.includes(operation);
  return fault.kind !== 'error' || codes.has(fault.code);
}

/** @throws InvalidFault if a rule for events of a type has a fault that alters no events */
export function assertAltersEvents(fault: Fault, event: string | undefined): void {
  if (event !== undefined && fault.kind !== 'webhook')
    throw new InvalidFault('event', 'selects events, which only faults of the kind webhook alter', 'match.event');
}

/**
 * @param operation null for any operation
 * @param path of the fault in the request body, with a dot at its end
 * @throws InvalidFault unless the fault can affect the operation
 */
export function assertApplicable(fault: Fault, operation: OperationName | null, codes: Codes, path = ''): void {
  if (fault.kind === 'error' && !codes.has(fault.code))
    throw new InvalidFault('code', `must be one of ${[...codes.keys()].sort().join(', ')}`, `${path}code`);
  if (operation !== null && !isApplicable(operation, codes, fault))
    throw new InvalidFault(
      'kind',
      `${fault.kind} has no effect on ${operation}, which sends no events; use it with ${SENDING_OPERATIONS.join(', ')}`,
      `${path}kind`,
    );
}
