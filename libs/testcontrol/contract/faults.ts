import { ApiProperty } from '@nestjs/swagger';
import { EnumField, Field, IntegerField, ObjectField, CheckedBy, Trim } from '#platform/contract';
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
import { DurationField } from './duration-field.js';

export class FaultMatch {
  @EnumField({
    optional: true,
    of: OPERATIONS,
    description:
      'Only this operation. Without it, the rule applies to all four; an `error` only to those that document its code, and a `webhook` only to `checkout`.',
    example: 'checkout',
  })
  operation?: OperationName;

  @Field(
    {
      optional: true,
      type: String,
      maxLength: 255,
      description:
        'Only this domain; a `*` at the start or end stands for any characters. A checkout is about the domain of its order.',
      example: 'shop-*',
    },
    Trim(),
    CheckedBy(problemOfPattern),
  )
  domain?: string;
}

const PARAMETERS = {
  kind: {
    type: 'string' as const,
    enum: FAULT_KINDS,
    description:
      '`error`: the response is an error. `delay`: it comes later. `hang`: there is none, until the client gives up or a minute has passed. `reset`: the connection is reset. `truncate`: the response breaks off. `webhook`: the request succeeds, and its event is delivered differently.',
    example: 'error',
  },
  code: {
    type: 'string' as const,
    description:
      'Code of an `error`: one that the operation documents, or `INTERNAL_ERROR`, `BAD_GATEWAY`, `SERVICE_UNAVAILABLE`, `GATEWAY_TIMEOUT`.',
    example: 'RATE_LIMITED',
  },
  phase: {
    type: 'string' as const,
    enum: [...PHASES],
    description:
      'Of `error`, `hang` and `reset`: `before`, nothing happens (default); `after`, the request takes effect, and then its response fails.',
    example: 'after',
  },
  ms: { type: 'integer' as const, minimum: 1, maximum: MAX_DELAY_MS, description: 'Milliseconds of a `delay`.' },
  bytes: {
    type: 'integer' as const,
    minimum: 0,
    maximum: MAX_BYTES,
    description:
      'Number of bytes of the body after which `truncate` ends the response, at least one less than it has. `Content-Length` is unchanged.',
  },
  effect: {
    type: 'string' as const,
    enum: EFFECTS,
    description:
      'Of `webhook`, for the event of a checkout. `duplicate`: each message is sent several times. `delay`: the first attempt is made later. `withhold`: there is no attempt, unless the delivery is resent. `bad-signature`: the signature of the first attempt is wrong. `stale`: the timestamp of the first attempt is 10 minutes old. `reorder`: the first attempt is made after that of the next event, 60 seconds later at most.',
    example: 'duplicate',
  },
  times: {
    type: 'integer' as const,
    minimum: MIN_COPIES,
    maximum: MAX_COPIES,
    description: `Number of times that \`duplicate\` sends a message (default ${MIN_COPIES}).`,
  },
  seconds: {
    type: 'integer' as const,
    minimum: 1,
    maximum: MAX_SECONDS,
    description: 'Seconds of the effect `delay`, in real time.',
  },
};

/** How a request fails, for example `{"kind": "reset", "phase": "after"}`. */
const FAULT = {
  type: 'object' as const,
  required: ['kind'],
  properties: PARAMETERS,
  description: 'How a request fails. Each kind has its own parameters.',
  example: { kind: 'error', code: 'RATE_LIMITED' },
};

export const FaultField = () => Field(FAULT, CheckedBy(problemOfFault));

export class AddFaultRequest {
  @ObjectField(FaultMatch, { optional: true, description: 'Which requests fail; by default, all.' })
  match?: FaultMatch;

  @FaultField()
  fault: Record<string, unknown>;

  @IntegerField({
    optional: true,
    min: 1,
    max: 1_000,
    description: 'Number of requests that fail (default 1).',
    example: 3,
  })
  times?: number;

  @IntegerField({
    optional: true,
    min: 0,
    max: 1_000,
    description: 'Number of matching requests before them that do not fail (default 0).',
    example: 0,
  })
  skip?: number;

  @DurationField({
    optional: true,
    description: 'Lifetime of the rule in real time, at most `PT24H` (default `PT10M`).',
    example: 'PT10M',
  })
  expires_in?: string;
}

class FaultParameters {
  @ApiProperty({ enum: FAULT_KINDS, description: 'Kind of the fault.', example: 'error' })
  kind: Fault['kind'];

  @ApiProperty({ required: false, description: 'Error code.', example: 'RATE_LIMITED' })
  code?: string;

  @ApiProperty({ required: false, enum: PHASES, description: 'Whether the request takes effect.', example: 'before' })
  phase?: (typeof PHASES)[number];

  @ApiProperty({ required: false, type: 'integer', description: 'Milliseconds of a delay.' })
  ms?: number;

  @ApiProperty({ required: false, type: 'integer', description: 'Number of bytes of the body that are sent.' })
  bytes?: number;

  @ApiProperty({ required: false, enum: EFFECTS, description: 'Effect on the delivery of the event.' })
  effect?: Effect;

  @ApiProperty({ required: false, type: 'integer', description: 'Number of times that a message is sent.' })
  times?: number;

  @ApiProperty({ required: false, type: 'integer', description: 'Seconds of a delayed delivery.' })
  seconds?: number;
}

class MatchView {
  @ApiProperty({ required: false, enum: OPERATIONS, description: 'Operation.', example: 'checkout' })
  operation?: OperationName;

  @ApiProperty({ required: false, description: 'Domain pattern in lower case.', example: 'shop-*' })
  domain?: string;
}

export class FaultView {
  @ApiProperty({ description: 'ID of the rule.', example: 'flt_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  id: string;

  @ApiProperty({ type: MatchView, description: 'Which requests fail.' })
  match: MatchView;

  @ApiProperty({ type: FaultParameters, description: 'How they fail.', example: FAULT.example })
  fault: FaultParameters;

  @ApiProperty({ type: 'integer', description: 'Number of requests that fail.', example: 3 })
  times: number;

  @ApiProperty({ type: 'integer', description: 'Number of matching requests before them.', example: 0 })
  skip: number;

  @ApiProperty({ type: 'integer', description: 'Number of requests that will still fail.', example: 2 })
  remaining: number;

  @ApiProperty({ type: 'integer', description: 'Number of requests that have failed.', example: 1 })
  used: number;

  @ApiProperty({ format: 'date-time', description: 'Real time of the creation.' })
  created_at: string;

  @ApiProperty({ format: 'date-time', description: 'Real time at which the rule ends.' })
  expires_at: string;
}

export class FaultList {
  @ApiProperty({ type: [FaultView], description: 'The rules, oldest first.' })
  faults: FaultView[];
}

export class FaultRemoved {
  @ApiProperty({ description: 'ID of the rule.', example: 'flt_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  id: string;

  @ApiProperty({ type: Boolean, enum: [true], description: 'Always true.' })
  removed: true;
}

export class FaultsRemoved {
  @ApiProperty({ type: 'integer', description: 'Number of removed rules.', example: 2 })
  removed: number;
}
