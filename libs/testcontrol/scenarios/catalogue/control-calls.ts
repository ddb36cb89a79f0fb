import type { ScenarioCall } from '../../contract.js';
import { checkout, CONTROL, get, order, post, put, remove, UNIQUE, valueOf, withHeaders } from './calls.js';

/** Calls of test control. Calls that would disturb the tenant are played in a world. */

/** Creates a world that ends a minute later. */
export const createWorld = (body: object = {}): ScenarioCall =>
  post(`${CONTROL}/worlds`, { name: UNIQUE, ttl: 'PT1M', ...body });

export const listWorlds = get(`${CONTROL}/worlds`);
export const endWorld = (slug: string): ScenarioCall => remove(`${CONTROL}/worlds/${slug}`);

/** The same call with the key of the world that the first given call creates. */
export const inWorld = (call: ScenarioCall): ScenarioCall =>
  withHeaders(call, { Authorization: `Bearer ${valueOf(0, 'key')}`, 'X-Tenant': valueOf(0, 'tenant') });

/** Calls that pay an order in a world, after the call that creates the world. */
export const paidInWorld = (placed: ScenarioCall): ScenarioCall[] => [
  inWorld(placed),
  inWorld(checkout(valueOf(1, 'order_id'))),
];

export const registeredInWorld = (): ScenarioCall[] => paidInWorld(order());

export const getWorld = get(`${CONTROL}/world`);
export const resetWorld = remove(`${CONTROL}/world`);
export const restoreWorld = (snapshot: object): ScenarioCall => put(`${CONTROL}/world`, { version: 1, ...snapshot });

export const getClock = get(`${CONTROL}/clock`);
export const setClock = (body: object): ScenarioCall => put(`${CONTROL}/clock`, body);
export const advanceClock = (body: object): ScenarioCall => post(`${CONTROL}/clock/advance`, body);

export const getRegistry = get(`${CONTROL}/registry`);
export const setRegistry = (body: object): ScenarioCall => put(`${CONTROL}/registry`, body);
export const decide = (domain: string, outcome: string): ScenarioCall =>
  post(`${CONTROL}/registry/decide`, { domain, outcome });
export const verifyContact = (domain: string): ScenarioCall => post(`${CONTROL}/registry/verify`, { domain });
export const transferOut = (domain: string, authCode: string): ScenarioCall =>
  post(`${CONTROL}/registry/transfer-out`, { domain, auth_code: authCode });

/** The report of an exploration that found nothing. */
const NOTHING_FOUND = {
  nameyard: '1.0.0',
  world: UNIQUE,
  started_at: '2027-01-01T00:00:00.000Z',
  duration: 1_000,
  scenarios: 1,
  findings: [],
  not_reproduced: [],
  plans: [{ plan: 'buy', result: 'passed', duration: 500 }],
  left: 0,
  coverage: { met: [], never_met: [] },
};

export const addExploration = (change: object = {}): ScenarioCall =>
  post(`${CONTROL}/explorations`, { ...NOTHING_FOUND, ...change });
export const listExplorations = get(`${CONTROL}/explorations`);
export const getExploration = (id: string): ScenarioCall => get(`${CONTROL}/explorations/${id}`);

export const listFaults = get(`${CONTROL}/faults`);
export const removeFault = (id: string): ScenarioCall => remove(`${CONTROL}/faults/${id}`);
export const removeAllFaults = remove(`${CONTROL}/faults`);

/** Adds a receiver whose host does not exist. */
export const addReceiver = (body: object = {}): ScenarioCall =>
  post(`${CONTROL}/receivers`, { url: 'https://shop.example/webhooks', ...body });

export const listReceivers = get(`${CONTROL}/receivers`);
export const removeReceiver = (id: string): ScenarioCall => remove(`${CONTROL}/receivers/${id}`);

export const readJournal = (query: string): ScenarioCall => get(`${CONTROL}/requests?${query}`);
export const verify = (body: object): ScenarioCall => post(`${CONTROL}/verify`, body);
