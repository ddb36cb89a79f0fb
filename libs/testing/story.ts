import { ApiError, type Data } from '../client/index.js';
import type { World } from './world.js';

type Request = Data<'readJournal'>['requests'][number];
type Match = Data<'verify'>['matches'][number];
type Delivery = Extract<Match, { delivery_id: string }>;
type Rule = Data<'listFaults'>['faults'][number];

const MAX_REQUESTS = 200;

/** Describes what happened in a world: requests, deliveries, and faults that did not fire. */
export async function tellStory(world: World): Promise<string> {
  const { journal, faults } = world.client.control;
  const { requests, next } = (await journal.requests({ limit: MAX_REQUESTS }).pages().next()).value!;
  const { count, matches } = await journal.verify({ delivery: {}, times: { min: 0 } });
  const rules = (await faults.list()).faults;
  const deliveries = matches as Delivery[];
  return [
    `What happened in the world ${world.tenant}:`,
    ...section('Requests', requests.map(requestLine(rules)), next !== null),
    ...section('Deliveries', deliveries.map(deliveryLine), count > deliveries.length),
    ...section('Faults that did not fire', rules.filter(({ used }) => used === 0).map(faultLine)),
    `Story in the portal: ${storyPageOf(world)}`,
  ].join('\n');
}

/** The text for a world whose story cannot be read. */
export const describeUnreadable = (world: World, error: unknown): string =>
  error instanceof ApiError && error.code === 'API_KEY_INVALID'
    ? `The world ${world.tenant} has ended.\nStory in the portal: ${storyPageOf(world)}`
    : `The world ${world.tenant} cannot be read: ${error}`;

/** The page of the world in the portal. */
export const portalOf = ({ baseUrl, tenant }: World): string => pageOf(baseUrl, tenant);

/** The portal page with the story of the world. It exists for 7 days after the end of the world, while the server runs. */
const storyPageOf = ({ baseUrl, parent, tenant }: World): string =>
  pageOf(baseUrl, parent === undefined ? tenant : `${parent}/worlds/${tenant}`);

const pageOf = (baseUrl: string, path: string): string => `${new URL(baseUrl).origin}/portal/t/${path}`;

function section(title: string, lines: string[], hasMore = false): string[] {
  if (lines.length === 0) return [`${title}: none`];
  return [`${title}:`, ...lines.map((line, index) => `  ${index + 1}. ${line}`), ...(hasMore ? ['  … and more'] : [])];
}

const requestLine = (rules: Rule[]) => (request: Request) => {
  const { operation, method, path, domain, status, code, replayed, faulted } = request;
  const rule = rules.find(({ id }) => id === faulted);
  return [
    operation ?? `${method} ${path}`,
    domain,
    status ?? 'no response',
    code,
    replayed && 'replayed',
    faulted !== null && `fault ${faulted}${rule ? ` (${headerOf(rule.fault)})` : ''}`,
  ]
    .filter(Boolean)
    .join(' ');
};

const deliveryLine = ({ event, domain, receiver, state, attempts, altered, altered_by }: Delivery): string =>
  [
    event,
    domain,
    `to ${receiver}:`,
    `${state},`,
    attempts === 1 ? '1 attempt' : `${attempts} attempts`,
    altered !== null && `altered (${altered}) by ${altered_by ?? 'a fault'}`,
  ]
    .filter(Boolean)
    .join(' ');

const faultLine = ({ id, match, fault, times, skip }: Rule): string =>
  `${id} ${headerOf(fault)} for ${textOf(match) || 'all operations'}: 0 of ${times}${skip > 0 ? `, after ${skip}` : ''}`;

/** A fault in the syntax of the header `Sandbox-Fault`. */
const headerOf = ({ kind, ...parameters }: Rule['fault']): string =>
  [kind, ...Object.entries(parameters).map(([name, value]) => `${name}=${value}`)].join(';');

const textOf = (fields: object): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
