import { Integer, NullableText, Property } from '#platform/contract';

const ENDINGS = ['reset', 'timeout', 'truncated'] as const;

/** How a request without a complete response ends. */
export type Ending = (typeof ENDINGS)[number];

const DECLINED = { status: 402, code: 'PAYMENT_DECLINED' };

/** Expected response. Missing members are not checked. */
export class Expectation {
  /** Status of the response. @example 402 */
  @Integer() status?: number;

  /** How the request ends if it gets no complete response. Replaces all other members but `events`. */
  @Property({ enum: ENDINGS }) outcome?: Ending;

  /** Code of the error. @example PAYMENT_DECLINED */
  code?: string;

  /** Headers by name in lower case. @example { "retry-after": "1" } */
  headers?: Record<string, string>;

  /** Members that `data` of the response must have, with their values. @example { "status": "paid" } */
  @Property({ type: 'object', additionalProperties: true }) data?: Record<string, unknown>;

  /** Types of the events that the request announces, in order. @example ["domain.registered"] */
  events?: string[];
}

/** A request to the API. All texts can contain placeholders. */
export class ScenarioCall {
  /** HTTP method. @example POST */
  method: string;

  /** Path with the query string. @example /api/v1/sandbox/domains/search */
  path: string;

  /** Added to the headers of every request: key, tenant and media type. Null removes a header. */
  @Property({
    selfRequired: false,
    type: 'object',
    additionalProperties: { type: ['string', 'null'] } as never,
    description: 'Headers that are added or replaced; null for one that is not sent.',
    example: { 'Sandbox-Fault': 'hang' },
  })
  headers?: Record<string, string | null>;

  @Property({
    description: 'Body. A text is sent unchanged, any other value as JSON.',
    example: { domain: '{{unique}}.com' },
    oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
  })
  body?: unknown;

  /** Expected outcome, only for calls in `given`. Without it, the call must succeed. @example { "status": 200 } */
  expect?: Expectation;
}

/** An outcome that integrators can rehearse, and the calls that lead to it. */
export class Scenario {
  /** ID. @example checkout.PAYMENT_DECLINED */
  id: string;

  /** What happens. @example "The payment was declined" */
  title: string;

  /** The operation that the request calls. @example checkout */
  operation: string;

  /** Calls before the request, in order. */
  given: ScenarioCall[];

  /** The call that has the outcome. */
  request: ScenarioCall;

  /** Expected response. */
  @Property({ example: DECLINED }) expect: Expectation;
}

class ActualOutcome extends Expectation {
  /** Index in `given` of a call that already went wrong. `expected` and `actual` are then the outcomes of that call. */
  @Integer() given?: number;
}

/** The result of a scenario. */
export class PlayedScenario {
  /** ID of the scenario. @example checkout.PAYMENT_DECLINED */
  id: string;

  /** Whether the outcome is as expected. @example true */
  passed: boolean;

  /** Expected outcome, with the values of this run. */
  @Property({ example: DECLINED }) expected: Expectation;

  /** Actual outcome. */
  @Property({ example: DECLINED }) actual: ActualOutcome;

  /** One sentence for each difference; empty if the scenario passed. @example [] */
  differences: string[];
}

export class PortalScenario extends Scenario {
  /** Whether the portal can play the scenario in a world; false if the scenario creates worlds itself. @example true */
  playable: boolean;
}

export class ScenarioList {
  /** All scenarios, grouped by operation. */
  scenarios: PortalScenario[];

  @NullableText(
    'Slug of the parent tenant if this tenant is a world, in which scenarios cannot be played; otherwise null.',
    'demo',
  )
  parent: string | null;
}
