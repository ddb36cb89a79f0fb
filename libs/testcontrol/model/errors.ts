import {
  badGateway,
  type BusinessTime,
  conflict,
  gatewayTimeout,
  invalid,
  malformed,
  notFound,
  Refusal,
  tooMany,
} from '#platform/model';

export class ClockBackwards extends conflict({
  code: 'CLOCK_BACKWARDS',
  description: 'The clock of the tenant cannot be set back.',
  advice: 'Reset the data of the tenant; that also sets its clock to real time.',
  reproduce: 'Freeze the clock, then advance it to an earlier time.',
  message: (now: BusinessTime, problem = 'cannot be set back') =>
    `The clock of the tenant stands at ${now.toISOString()} and ${problem}. Reset the data of the tenant to return to real time.`,
}) {}

export class InvalidFault extends invalid({
  code: 'INVALID_FAULT',
  description: 'The kind or a parameter of a fault is unknown or not valid.',
  advice: 'Correct the parameter that the message names.',
  details: [{ field: 'ms', message: 'must be an integer from 1 to 30000' }],
  reproduce: 'Send `Sandbox-Fault: delay;ms=never` with a search.',
}) {
  /** @param field path of the parameter in the request body */
  constructor(parameter: string, problem: string, field = parameter) {
    super(`Invalid fault: ${parameter} ${problem}.`, { details: [{ field, message: problem }] });
  }
}

export class ControlOnLive extends malformed({
  code: 'CONTROL_ON_LIVE',
  description: 'A request to the live registrar has a `Sandbox-Fault` header, which exists for the sandbox only.',
  advice: 'Remove the header.',
  reproduce: 'Send `Sandbox-Fault: hang` to a route under `/api/v1/registrar` while the registrar is switched on.',
}) {}

/** Maximum number of live rules per tenant. */
export const MAX_RULES = 100;

export class TooManyFaults extends conflict({
  code: 'TOO_MANY_FAULTS',
  description: `The tenant already has ${MAX_RULES} rules that are neither used up nor expired.`,
  advice: 'Remove rules that you no longer need.',
  reproduce: `Add ${MAX_RULES + 1} rules.`,
}) {}

export class FaultNotFound extends notFound({
  code: 'FAULT_NOT_FOUND',
  description: 'The tenant has no fault rule with this ID. Rules are removed after they expire.',
  advice: 'List the rules of the tenant.',
  reproduce: 'Remove a rule twice.',
}) {}

/** Maximum number of requests of a tenant that a process holds open. */
export const MAX_HELD = 1_000;

export class TooManyHeld extends tooMany({
  code: 'TOO_MANY_HELD',
  description: `Faults and verifications already hold ${MAX_HELD} requests of the tenant.`,
  header: 'Retry-After',
  headerValue: '1',
  advice: 'Send fewer requests with `hang`, `delay` or `within` at the same time.',
  reproduce: `Send ${MAX_HELD + 1} requests with \`Sandbox-Fault: hang\` at once.`,
}) {}

/** Maximum number of live worlds per tenant. */
export const MAX_WORLDS = 100;

/** Maximum total of orders, payments, registrations, fault rules and contacts of a world that is copied, read or replaced. */
export const MAX_ROWS = 10_000;

/** Maximum size of a snapshot in bytes. */
export const MAX_SNAPSHOT_BYTES = 4 * 1024 * 1024;

export class TooManyWorlds extends conflict({
  code: 'TOO_MANY_WORLDS',
  description: `The tenant already has ${MAX_WORLDS} live worlds.`,
  advice: 'End worlds that you no longer need, or give them a shorter `ttl`.',
  reproduce: `Create ${MAX_WORLDS + 1} worlds.`,
}) {}

export class NestedWorld extends conflict({
  code: 'NESTED_WORLD',
  description: 'A world cannot have worlds.',
  advice: 'Create worlds with a key of the tenant that the world belongs to.',
  reproduce: 'Create a world with the key of a world.',
}) {}

export class WorldNotFound extends notFound({
  code: 'WORLD_NOT_FOUND',
  description: 'The tenant has no live world with this slug.',
  advice: 'List the worlds of the tenant. Worlds end by themselves when their time is up.',
  reproduce: 'End a world twice.',
}) {}

export class StoryNotFound extends notFound({
  code: 'STORY_NOT_FOUND',
  description: 'The tenant has no live world with this slug, and none that ended in the last 7 days.',
  advice: 'List the live worlds of the tenant, and those that have ended.',
  reproduce: 'Get the story of the world `w-none` in the portal.',
}) {}

export class WorldTooLarge extends conflict({
  code: 'WORLD_TOO_LARGE',
  description: `The world has more than ${MAX_ROWS} orders, payments, registrations, fault rules and contacts, or its snapshot is larger than 4 MiB.`,
  advice: 'Reset the world, or use a smaller one.',
  reproduce: `Get the snapshot of a world with more than ${MAX_ROWS} orders.`,
}) {}

export class ExplorationNotFound extends notFound({
  code: 'EXPLORATION_NOT_FOUND',
  description: 'The tenant has no exploration with this ID.',
  advice: 'List the explorations of the tenant.',
  reproduce: 'Get an exploration with another ID.',
}) {}

export class ScenarioNotFound extends notFound({
  code: 'SCENARIO_NOT_FOUND',
  description: 'There is no scenario with this ID.',
  advice: 'List the scenarios.',
  reproduce: 'Run a scenario with another ID in the portal API.',
}) {}

export class ScenarioCreatesWorlds extends conflict({
  code: 'SCENARIO_CREATES_WORLDS',
  description: 'The scenario creates worlds. The portal plays scenarios in a world, which cannot have worlds.',
  advice: 'Play it with `nameyard scenario run`.',
  reproduce: 'Run the scenario `createWorld.created` in the portal API.',
}) {}

export class NotConfirmed extends invalid({
  code: 'NOT_CONFIRMED',
  description: '`confirm` is not the slug of the tenant.',
  reproduce: 'Reset a tenant with another slug in `confirm`.',
}) {
  constructor(slug: string) {
    super(`Send "${slug}" as confirm to reset the tenant. Nothing was removed.`, {
      details: [{ field: 'confirm', message: `must be "${slug}", the slug of the tenant` }],
    });
  }
}

export class BadGateway extends badGateway({
  code: 'BAD_GATEWAY',
  description: 'A proxy between the client and the service did not get a valid response. Only faults send it.',
  advice: 'Retry with the same idempotency key: the request may have succeeded.',
  reproduce: 'Send `Sandbox-Fault: error;code=BAD_GATEWAY`.',
}) {}

export class GatewayTimeout extends gatewayTimeout({
  code: 'GATEWAY_TIMEOUT',
  description: 'A proxy between the client and the service did not get a response in time. Only faults send it.',
  advice: 'Retry with the same idempotency key: the request may have succeeded.',
  reproduce: 'Send `Sandbox-Fault: error;code=GATEWAY_TIMEOUT;phase=after`.',
}) {}

/** Ends a request whose connection a fault has closed. Only the request log and calls from the portal show this error. */
export class AnswerLost extends Refusal {
  constructor() {
    super('timeout', 'ANSWER_LOST', 'A fault closed the connection before the response.');
  }
}

/** Errors that an operation can return because of a fault, besides those that it documents. */
export const ERRORS_OF_FAULTS = [InvalidFault, TooManyHeld, BadGateway, GatewayTimeout];

/** Errors that every operation of the live registrar can return, besides those that it documents. */
export const ERRORS_ON_LIVE = [ControlOnLive];
