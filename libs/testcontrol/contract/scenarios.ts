import { ApiProperty } from '@nestjs/swagger';
import { NullableText } from '#platform/contract';

const ENDINGS = ['reset', 'timeout', 'truncated'] as const;

/** How a request ends that gets no complete response. */
export type Ending = (typeof ENDINGS)[number];

const optional = { required: false } as const;

const DECLINED = { status: 402, code: 'PAYMENT_DECLINED' };

/** What a response must be like. Members that are missing can be anything. */
export class Expectation {
  @ApiProperty({ ...optional, type: 'integer', description: 'Status of the response.', example: 402 })
  status?: number;

  @ApiProperty({
    ...optional,
    enum: ENDINGS,
    description: 'How the request ends without a complete response. Replaces all other members but `events`.',
  })
  outcome?: Ending;

  @ApiProperty({ ...optional, description: 'Code of the error.', example: 'PAYMENT_DECLINED' })
  code?: string;

  @ApiProperty({
    selfRequired: false,
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Headers by name in lower case.',
    example: { 'retry-after': '1' },
  })
  headers?: Record<string, string>;

  @ApiProperty({
    selfRequired: false,
    type: 'object',
    additionalProperties: true,
    description: 'Members that `data` of the response must have, with their values.',
    example: { status: 'paid' },
  })
  data?: Record<string, unknown>;

  @ApiProperty({
    ...optional,
    type: [String],
    description: 'Types of the events that the request announces, in order.',
    example: ['domain.registered'],
  })
  events?: string[];
}

/** A request to the API. All texts can contain placeholders. */
export class ScenarioCall {
  @ApiProperty({ description: 'HTTP method.', example: 'POST' })
  method: string;

  @ApiProperty({ description: 'Path with the query string.', example: '/api/v1/sandbox/domains/search' })
  path: string;

  /** Besides those of every request: key, tenant and media type. Null: this one of them is not sent. */
  @ApiProperty({
    selfRequired: false,
    type: 'object',
    additionalProperties: { type: ['string', 'null'] } as never,
    description: 'Headers that are added or replaced; null for one that is not sent.',
    example: { 'Sandbox-Fault': 'hang' },
  })
  headers?: Record<string, string | null>;

  @ApiProperty({
    ...optional,
    description: 'Body. A text is sent unchanged, any other value as JSON.',
    example: { domain: '{{unique}}.com' },
    oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
  })
  body?: unknown;

  @ApiProperty({
    ...optional,
    type: Expectation,
    description: 'Expected outcome of a call before the request. Without it, the call must succeed.',
    example: { status: 200 },
  })
  expect?: Expectation;
}

/** An outcome that integrators can rehearse, and the calls that lead to it. */
export class Scenario {
  @ApiProperty({ description: 'ID.', example: 'checkout.PAYMENT_DECLINED' })
  id: string;

  @ApiProperty({ description: 'What happens.', example: 'The payment was declined' })
  title: string;

  @ApiProperty({ description: 'The operation that the request calls.', example: 'checkout' })
  operation: string;

  @ApiProperty({ type: [ScenarioCall], description: 'Calls before the request, in order.' })
  given: ScenarioCall[];

  @ApiProperty({ type: ScenarioCall, description: 'The call that has the outcome.' })
  request: ScenarioCall;

  @ApiProperty({ type: Expectation, description: 'What the response must be like.', example: DECLINED })
  expect: Expectation;
}

class ActualOutcome extends Expectation {
  @ApiProperty({
    ...optional,
    type: 'integer',
    description: 'Index of the call before the request that already went wrong. Both outcomes are those of this call.',
  })
  given?: number;
}

/** The result of a scenario. */
export class PlayedScenario {
  @ApiProperty({ description: 'ID of the scenario.', example: 'checkout.PAYMENT_DECLINED' })
  id: string;

  @ApiProperty({ description: 'Whether the outcome is as expected.', example: true })
  passed: boolean;

  @ApiProperty({ type: Expectation, description: 'Expected outcome, with the values of this run.', example: DECLINED })
  expected: Expectation;

  @ApiProperty({ type: ActualOutcome, description: 'Actual outcome.', example: DECLINED })
  actual: ActualOutcome;

  @ApiProperty({
    type: [String],
    description: 'One sentence for each difference; empty if the scenario passed.',
    example: [],
  })
  differences: string[];
}

export class PortalScenario extends Scenario {
  @ApiProperty({
    description: 'Whether it can be played in a world, as the portal does: not if it creates worlds itself.',
    example: true,
  })
  playable: boolean;
}

export class ScenarioList {
  @ApiProperty({ type: [PortalScenario], description: 'All scenarios, grouped by operation.' })
  scenarios: PortalScenario[];

  @NullableText(
    'Slug of the tenant in which scenarios can be played, if this tenant is a world; otherwise null.',
    'demo',
  )
  parent: string | null;
}
