import { InvalidFault } from './errors.js';

/** Whether nothing has happened when the fault occurs, or the operation is complete. */
export const PHASES = ['before', 'after'] as const;

type Phase = (typeof PHASES)[number];

/** A way in which an operation fails on purpose. */
export type Fault =
  | { kind: 'error'; code: string; phase: Phase }
  | { kind: 'delay'; ms: number }
  | { kind: 'hang'; phase: Phase }
  | { kind: 'reset'; phase: Phase }
  | { kind: 'truncate'; bytes: number };

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

const phase: Parameter = {
  default: 'before',
  isValid: value => PHASES.includes(value as Phase),
  expected: PHASES.join(' or '),
};

/** Which codes an operation documents is checked by `requireCode`. */
const code: Parameter = { isValid: value => typeof value === 'string', expected: 'an error code' };

/** The parameters of each kind. */
const KINDS: Record<Fault['kind'], Record<string, Parameter>> = {
  error: { code, phase },
  delay: { ms: integer(1, MAX_DELAY_MS) },
  hang: { phase },
  reset: { phase },
  truncate: { bytes: integer(0, MAX_BYTES) },
};

export const FAULT_KINDS = Object.keys(KINDS) as Fault['kind'][];

/** @throws InvalidFault that names the kind or parameter */
export function readFault({ kind, ...given }: Record<string, unknown>): Fault {
  if (!isKind(kind)) throw new InvalidFault('kind', `must be one of ${FAULT_KINDS.join(', ')}`);
  const parameters = KINDS[kind];
  const unknown = Object.keys(given).find(name => !Object.hasOwn(parameters, name));
  if (unknown !== undefined)
    throw new InvalidFault(unknown, `is unknown; ${kind} takes ${Object.keys(parameters).join(' and ')}`);
  const fault: Record<string, unknown> = { kind };
  for (const [name, { isValid, expected, default: fallback }] of Object.entries(parameters)) {
    const value = given[name] ?? fallback;
    if (!isValid(value)) throw new InvalidFault(name, `must be ${expected}`);
    fault[name] = value;
  }
  return fault as Fault;
}

const isKind = (value: unknown): value is Fault['kind'] => FAULT_KINDS.includes(value as Fault['kind']);

/** The problem of a value that should be a fault; undefined when it is one. */
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

/** @throws InvalidFault unless the code of an error is one of these */
export function requireCode(fault: Fault, codes: Codes): void {
  if (fault.kind === 'error' && !codes.has(fault.code))
    throw new InvalidFault('code', `must be one of ${[...codes.keys()].sort().join(', ')}`);
}
