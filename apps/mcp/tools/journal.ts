import { z } from 'zod';
import type { Schemas } from '#client';
import { choice } from '../choice.js';
import { defineTool, withoutNulls, world } from '../tool.js';
import { event, operation } from './control.js';

const DEFAULT_LIMIT = 20;

type Delivery = Schemas['ExpectedDelivery'];

const state = choice<NonNullable<Delivery['state']>>({ pending: true, delivered: true, failed: true, skipped: true });

export const listRequests = defineTool({
  name: 'list_requests',
  title: 'List requests',
  description:
    'Lists the requests that the sandbox has answered, oldest first, with their outcomes: to see retries, faults and what an application has sent. Test control is left out.',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: {
    operation: operation.optional(),
    domain: z.string().optional().describe('Only requests about this domain.'),
    order_id: z.string().optional().describe('Only requests about this order.'),
    status: z.string().optional().describe('Only responses with this status (404) or class (4xx).'),
    code: z.string().optional().describe('Only requests with this error code, or ANSWER_LOST for no response.'),
    faulted: z.boolean().optional().describe('Only requests changed by a fault (true), or unchanged (false).'),
    after: z.string().optional().describe('`next` from the previous result, or a time (RFC 3339).'),
    limit: z.int().min(1).max(200).default(DEFAULT_LIMIT).describe('Maximum number of requests.'),
    world,
  },
  async run({ faulted, world, ...filter }, { session, signal }) {
    const query = { ...filter, ...(faulted !== undefined && ({ faulted: faulted ? 'true' : 'false' } as const)) };
    const { journal } = (await session.access(world)).client.control;
    const { value } = await journal.requests(query, { signal }).pages().next();
    const { requests, next } = value!;
    return {
      summary: `${requests.length} request(s)${next === null ? '' : '; there are more after `next`'}.`,
      data: { requests: requests.map(withoutNulls), ...(next !== null && { next }) },
    };
  },
});

export const listDeliveries = defineTool({
  name: 'list_deliveries',
  title: 'List deliveries',
  description:
    'Counts webhook deliveries and lists the first 10, oldest first. It waits up to `within` until there are as many as `at_least`. A delivery is listed after its first attempt.',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: {
    event: event.optional().describe('Only this type of event.'),
    domain: z.string().optional().describe('Only events about this domain.'),
    state: state.optional(),
    at_least: z.int().min(1).max(1_000).default(1).describe('Number to wait for.'),
    within: z.string().default('PT3S').describe('Maximum time to wait, ISO 8601, at most PT30S.'),
    world,
  },
  async run({ at_least, within, world, ...filter }, { session, signal }) {
    const { journal, receivers } = (await session.access(world)).client.control;
    const { count, matches } = await journal.verify({ delivery: filter, times: { min: at_least }, within }, { signal });
    const deliveries = matches.map(withoutNulls);
    if (count > 0) return { summary: `${count} delivery(ies).`, data: { count, deliveries } };
    const { length } = (await receivers.list({ signal })).receivers;
    return { summary: length > 0 ? 'No deliveries.' : NO_RECEIVER, data: { count, deliveries, receivers: length } };
  },
});

const NO_RECEIVER =
  'No deliveries: the tenant has no webhook receiver. Create a world with `webhook_url`, or add a receiver in the portal.';
