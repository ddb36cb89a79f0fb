import {
  CheckedBy,
  DateTime,
  DurationField,
  EnumField,
  Field,
  type FieldOptions,
  Integer,
  IntegerField,
  ObjectField,
  Property,
  Trim,
} from '#platform/contract';
import { EVENT_TYPES } from '#webhooks/contract';
import { problemOfPattern } from '../model/domain-pattern.js';
import {
  type Effect,
  EFFECTS,
  type Fault,
  FAULT_KINDS,
  MAX_BYTES,
  MAX_COPIES,
  MAX_DELAY_MS,
  MAX_SECONDS,
  MIN_COPIES,
  PHASES,
  problemOfFault,
} from '../model/fault.js';
import { type OperationName, OPERATIONS } from '../model/fault-rule.js';

export class FaultMatch {
  /**
   * Only this operation. Without it, an `error` applies to all operations that document its code, a `webhook` without
   * `event` only to `checkout`, and other faults to all operations.
   * @example checkout
   */
  @EnumField({ optional: true, of: OPERATIONS }) operation?: OperationName;

  /**
   * For `webhook`: only events of this type, whatever causes them: an API call, the passing of time, a change of the clock,
   * the portal or the storefront.
   * @example domain.expired
   */
  @EnumField({ optional: true, of: EVENT_TYPES }) event?: string;

  @Field(
    {
      optional: true,
      type: String,
      maxLength: 255,
      description:
        'Only this domain; a `*` at the start or end stands for any characters. For a checkout, the domain of the order; for an event, the domain in its data.',
      example: 'shop-*',
    },
    Trim(),
    CheckedBy(problemOfPattern),
  )
  domain?: string;
}

const PARAMETERS = {
  code: {
    type: 'string',
    description:
      'Error code that the operation documents, or `INTERNAL_ERROR`, `BAD_GATEWAY`, `SERVICE_UNAVAILABLE`, `GATEWAY_TIMEOUT`.',
    example: 'RATE_LIMITED',
  },
  phase: {
    type: 'string',
    enum: [...PHASES],
    description: '`before`: nothing happens (default). `after`: the request takes effect, and then its response fails.',
    example: 'after',
  },
  ms: { type: 'integer', minimum: 1, maximum: MAX_DELAY_MS, description: 'Milliseconds.', example: 2_000 },
  bytes: {
    type: 'integer',
    minimum: 0,
    maximum: MAX_BYTES,
    description:
      'Number of bytes of the body that are sent, at least one less than it has. `Content-Length` is unchanged.',
    example: 20,
  },
  times: {
    type: 'integer',
    minimum: MIN_COPIES,
    maximum: MAX_COPIES,
    description: `Number of times that the message is sent (default ${MIN_COPIES}).`,
    example: MIN_COPIES,
  },
  seconds: { type: 'integer', minimum: 1, maximum: MAX_SECONDS, description: 'Seconds in real time.', example: 30 },
};

type ParameterName = keyof typeof PARAMETERS;

/** JSON schema of a fault with one value of `kind`. Parameters with `?` are optional. */
function formOf(
  kind: Fault['kind'],
  description: string,
  parameters: (ParameterName | `${ParameterName}?`)[],
  effects?: Effect[],
) {
  const names = parameters.map(name => name.replace('?', '') as ParameterName);
  const properties = {
    kind: { type: 'string', enum: [kind], description, example: kind },
    ...(effects && {
      effect: { type: 'string', enum: effects, description: 'Effect on the delivery.', example: effects[0] },
    }),
    ...Object.fromEntries(names.map(name => [name, PARAMETERS[name]])),
  };
  const required = ['kind', ...(effects ? ['effect'] : []), ...parameters.filter(name => !name.endsWith('?'))];
  return { type: 'object' as const, required, properties, additionalProperties: false };
}

const EVENT = 'The event of a checkout, or that of `match.event`, is';

/** How a request fails, for example `{"kind": "reset", "phase": "after"}`. */
const FAULT = {
  anyOf: [
    formOf('error', 'The response is an error.', ['code', 'phase?']),
    formOf('delay', 'The response comes later.', ['ms']),
    formOf('hang', 'There is no response until the client gives up or a minute has passed.', ['phase?']),
    formOf('reset', 'The connection is reset.', ['phase?']),
    formOf('truncate', 'The response breaks off.', ['bytes']),
    formOf('webhook', `${EVENT} sent several times.`, ['times?'], ['duplicate']),
    formOf('webhook', `${EVENT} sent later.`, ['seconds'], ['delay']),
    formOf(
      'webhook',
      `${EVENT} not sent unless it is resent (\`withhold\`); first sent with a wrong signature (\`bad-signature\`) or with a timestamp 10 minutes old (\`stale\`); or first sent after the next event, 60 seconds later at most (\`reorder\`).`,
      [],
      ['withhold', 'bad-signature', 'stale', 'reorder'],
    ),
  ],
  description: 'How a request fails. Each kind has its own parameters.',
  example: { kind: 'error', code: 'RATE_LIMITED' },
} as FieldOptions;

export const FaultField = () => Field(FAULT, CheckedBy(problemOfFault));

export class AddFaultRequest {
  /** Which requests fail; by default, all. */
  @ObjectField(FaultMatch, { optional: true }) match?: FaultMatch;

  @FaultField() fault: Record<string, unknown>;

  /** Number of requests that fail (default 1). @example 3 */
  @IntegerField({ optional: true, min: 1, max: 1_000 }) times?: number;

  /** Number of matching requests to skip before the first one fails (default 0). @example 0 */
  @IntegerField({ optional: true, min: 0, max: 1_000 }) skip?: number;

  /** Lifetime of the rule in real time, at most `PT24H` (default `PT10M`). @example PT10M */
  @DurationField({ optional: true }) expires_in?: string;
}

class FaultParameters {
  /** Kind of the fault. @example error */
  @Property({ enum: FAULT_KINDS }) kind: Fault['kind'];

  /** Error code. @example RATE_LIMITED */
  code?: string;

  /** Whether the request takes effect. @example before */
  @Property({ enum: PHASES }) phase?: (typeof PHASES)[number];

  /** Milliseconds of a delay. */
  @Integer() ms?: number;

  /** Number of bytes of the body that are sent. */
  @Integer() bytes?: number;

  /** Effect on the delivery of the event. */
  @Property({ enum: EFFECTS }) effect?: Effect;

  /** Number of times that a message is sent. */
  @Integer() times?: number;

  /** Seconds of a delayed delivery. */
  @Integer() seconds?: number;
}

class MatchView {
  /** Operation. @example checkout */
  @Property({ enum: OPERATIONS }) operation?: OperationName;

  /** Event type. @example domain.expired */
  @Property({ enum: EVENT_TYPES }) event?: string;

  /** Domain pattern in lower case. @example shop-* */
  domain?: string;
}

export class FaultView {
  /** ID of the rule. @example flt_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  id: string;

  /** Which requests fail. */
  match: MatchView;

  /** How the requests fail. */
  @Property({ example: FAULT.example }) fault: FaultParameters;

  /** Number of requests that fail. @example 3 */
  @Integer() times: number;

  /** Number of matching requests to skip before the first one fails. @example 0 */
  @Integer() skip: number;

  /** Number of requests that will still fail. @example 2 */
  @Integer() remaining: number;

  /** Number of requests that have failed. @example 1 */
  @Integer() used: number;

  /** Real time of the creation. */
  @DateTime() created_at: string;

  /** Real time at which the rule ends. */
  @DateTime() expires_at: string;
}

export class FaultList {
  /** The rules, oldest first. */
  faults: FaultView[];
}

export class FaultRemoved {
  /** ID of the rule. @example flt_019aa3b0c1d27f3e8a4b5c6d7e8f9012 */
  id: string;

  /** Always true. */
  @Property({ type: Boolean, enum: [true] }) removed: true;
}

export class FaultsRemoved {
  /** Number of removed rules. @example 2 */
  @Integer() removed: number;
}

class SimulatedError {
  /** Error code. @example RATE_LIMITED */
  code: string;

  /** Status of the response. @example 429 */
  @Integer() status: number;

  /** When the error is sent. @example "The key has sent more requests than its limit allows." */
  description: string;

  /** Operations that document the error. @example ["search"] */
  @Property({ enum: OPERATIONS, isArray: true }) operations: OperationName[];
}

export class SimulatedErrors {
  /** The errors, in order of status and code. */
  errors: SimulatedError[];
}
