import { z } from 'zod';
import type { Schemas } from '#client';
import { choice } from '../choice.js';
import { defineTool, withoutNulls, world } from '../tool.js';

type Decision = Schemas['DecideRequest'];
type Fault = Schemas['AddFaultRequest']['fault'];

export const operation = choice<NonNullable<Schemas['FaultMatch']['operation']>>({
  search: true,
  check: true,
  order: true,
  checkout: true,
  renew: true,
  transfer: true,
  cancel: true,
  update: true,
  delete: true,
});

export const event = choice<NonNullable<Schemas['FaultMatch']['event']>>({
  'domain.registered': true,
  'domain.renewed': true,
  'domain.expiring': true,
  'domain.expired': true,
  'domain.released': true,
  'domain.registration_failed': true,
  'domain.transfer_failed': true,
  'domain.action_required': true,
  'domain.transferred_in': true,
  'domain.renewal_failed': true,
  'domain.verification_due': true,
  'domain.suspended': true,
  'domain.updated': true,
  'domain.deleted': true,
  'domain.transferred_away': true,
  'domain.verified': true,
});

export const addFault = defineTool({
  name: 'add_fault',
  title: 'Add fault',
  description:
    'Adds a fault to the next matching requests or events of the tenant, to test retries. The tools repeat temporary failures themselves: list_requests shows each attempt.',
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  input: {
    kind: choice<Fault['kind']>({
      error: true,
      delay: true,
      hang: true,
      reset: true,
      truncate: true,
      webhook: true,
    }).describe(
      'error: the response is an error. delay: it comes later. hang: there is none. reset: the connection is reset. truncate: the response breaks off. webhook: the event is delivered differently.',
    ),
    operation: operation.optional().describe('Only this operation.'),
    event: event
      .optional()
      .describe('For `webhook`: only events of this type, whatever causes them (default: events of checkouts).'),
    domain: z.string().optional().describe('Only this domain; a * at the start or end matches any characters.'),
    code: z.string().optional().describe('Code of an `error`, for example SERVICE_UNAVAILABLE.'),
    phase: choice<NonNullable<Extract<Fault, { kind: 'error' }>['phase']>>({ before: true, after: true })
      .optional()
      .describe('For error, hang and reset: `before` nothing happens (default), `after` the request takes effect.'),
    ms: z.int().optional().describe('Milliseconds of a `delay`.'),
    bytes: z.int().optional().describe('For `truncate`: number of bytes of the body that are sent.'),
    effect: choice<NonNullable<Extract<Fault, { kind: 'webhook' }>['effect']>>({
      duplicate: true,
      delay: true,
      withhold: true,
      'bad-signature': true,
      stale: true,
      reorder: true,
    })
      .optional()
      .describe('For `webhook`: how the event is delivered.'),
    seconds: z.int().optional().describe('Seconds of the effect `delay`.'),
    copies: z.int().optional().describe('Number of messages of the effect `duplicate`.'),
    times: z.int().min(1).max(1_000).default(1).describe('Number of requests or events that the fault affects.'),
    skip: z.int().min(0).max(1_000).default(0).describe('Number of matching requests or events to skip first.'),
    expires_in: z.string().optional().describe('Lifetime of the fault, ISO 8601, at most PT24H (default PT10M).'),
    world,
  },
  async run({ operation, event, domain, times, skip, expires_in, world, copies, ...parameters }, { session, signal }) {
    const { faults } = (await session.access(world)).client.control;
    // The service checks which parameters a kind of fault has. `times` of the fault is called `copies` here.
    const fault = (copies === undefined ? parameters : { ...parameters, times: copies }) as Fault;
    const match = { ...(operation && { operation }), ...(event && { event }), ...(domain !== undefined && { domain }) };
    const rule = await faults.add({ match, fault, times, skip, ...(expires_in && { expires_in }) }, { signal });
    const { event: type, operation: name = 'matching' } = rule.match;
    const requests = type ? `${type} event(s)` : `${name} request(s)`;
    const about = rule.match.domain ? ` about ${rule.match.domain}` : '';
    const which =
      skip > 0 ? `After ${skip} ${requests}${about}, the next ${times}` : `The next ${times} ${requests}${about}`;
    return { summary: `${which} will have the fault ${rule.fault.kind}, until ${rule.expires_at}.`, data: rule };
  },
});

export const decide = defineTool({
  name: 'decide',
  title: 'Decide order',
  description:
    'Decides a paid order immediately, in place of the registry: a registration or a transfer from another registrar that is pending or requires action. A failed order is refunded.',
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  input: {
    domain: z.string().describe('Domain of the order, for example my-pending-shop.com.'),
    outcome: choice<Decision['outcome']>({ registered: true, failed: true, action_required: true }).describe(
      'registered: the domain is registered or transferred. failed: the order is refunded. action_required: the order waits without limit.',
    ),
    reason: z.string().optional().describe('Reason of failed or action_required, 1 to 200 characters.'),
    world,
  },
  async run({ domain, outcome, reason, world }, { session, signal }) {
    const { registry } = (await session.access(world)).client.control;
    const decision = { domain, outcome, ...(reason !== undefined && { reason }) };
    const { meta: _, ...order } = await registry.decide(decision, { signal });
    return {
      summary: `The ${order.kind} of ${order.domain} is ${order.domain_status}${order.reason === null ? '' : `: ${order.reason}`}.`,
      data: withoutNulls(order),
    };
  },
});

export const advanceClock = defineTool({
  name: 'advance_clock',
  title: 'Advance clock',
  description:
    'Moves the clock of the tenant forward and lets everything happen that falls due on the way: domains expire and are released, and webhooks are sent. A clock cannot be set back, so use a world.',
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  input: {
    by: z.string().optional().describe('ISO 8601 duration, for example P1Y or P30DT12H. Send either `by` or `to`.'),
    to: z.string().optional().describe('Time (RFC 3339), for example 2036-06-01T00:00:00Z.'),
    world,
  },
  async run({ by, to, world }, { session, signal }) {
    const { clock } = (await session.access(world)).client.control;
    const { mode, now, happened, more } = await clock.advance(
      { ...(by !== undefined && { by }), ...(to !== undefined && { to }) },
      { signal },
    );
    const types = happened.map(({ type }) => type);
    return {
      summary: `It is ${now}. ${types.length === 0 ? 'Nothing fell due' : `Happened: ${types.join(', ')}`}${more ? ', and more' : ''}.`,
      data: { now, mode, happened: happened.map(withoutNulls), more },
    };
  },
});
