import type { Scenario } from '../../contract.js';
import { addFault, checkout, DOMAIN, order, search, UNIQUE, valueOf } from './calls.js';
import {
  addExploration,
  addReceiver,
  createWorld,
  endWorld,
  getClock,
  getExploration,
  getWorld,
  inWorld,
  listExplorations,
  listFaults,
  listReceivers,
  listWorlds,
  readJournal,
  registeredInWorld,
  removeAllFaults,
  removeFault,
  removeReceiver,
  resetWorld,
  restoreWorld,
  setClock,
  verify,
} from './control-calls.js';
import { registrySuccesses } from './registry-successes.js';

/** Successes of test control. Calls that would disturb the tenant are played in a world. */
export const controlSuccesses = (): Scenario[] => [
  ...clock(),
  ...explorations(),
  ...faults(),
  ...worlds(),
  ...receivers(),
  ...journal(),
  ...registrySuccesses(),
];

const FROZEN = { mode: 'frozen', now: '2040-01-01T00:00:00.000Z' };

const clock = (): Scenario[] => [
  {
    id: 'getClock.read',
    title: 'The clock of the tenant',
    operation: 'getClock',
    given: [],
    request: getClock,
    expect: { status: 200 },
  },
  {
    id: 'getClock.frozen',
    title: 'The clock of a world that was created with a frozen clock',
    operation: 'getClock',
    given: [createWorld({ clock: FROZEN })],
    request: inWorld(getClock),
    expect: { status: 200, data: FROZEN },
  },
  {
    id: 'setClock.frozen',
    title: 'The clock of a world is frozen',
    operation: 'setClock',
    given: [createWorld()],
    request: inWorld(setClock({ mode: 'frozen' })),
    expect: { status: 200, data: { mode: 'frozen', happened: [] } },
  },
];

const explorations = (): Scenario[] => [
  {
    id: 'addExploration.added',
    title: 'The report of an exploration is stored in a world',
    operation: 'addExploration',
    given: [createWorld()],
    request: inWorld(addExploration()),
    expect: { status: 201 },
  },
  {
    id: 'listExplorations.listed',
    title: 'The explorations of a world',
    operation: 'listExplorations',
    given: [createWorld(), inWorld(addExploration())],
    request: inWorld(listExplorations),
    expect: { status: 200, data: { explorations: [{ id: valueOf(1, 'id'), findings: [] }] } },
  },
  {
    id: 'getExploration.found',
    title: 'The report of an exploration of a world',
    operation: 'getExploration',
    given: [createWorld(), inWorld(addExploration())],
    request: inWorld(getExploration(valueOf(1, 'id'))),
    expect: { status: 200, data: { id: valueOf(1, 'id'), scenarios: 1 } },
  },
];

const faults = (): Scenario[] => [
  {
    id: 'addFault.added',
    title: 'A rule is added',
    operation: 'addFault',
    given: [],
    request: addFault(RULE),
    expect: { status: 201, data: { remaining: 1, used: 0 } },
  },
  {
    id: 'listFaults.listed',
    title: 'The rules of the tenant',
    operation: 'listFaults',
    given: [],
    request: listFaults,
    expect: { status: 200 },
  },
  {
    id: 'removeFault.removed',
    title: 'A rule is removed',
    operation: 'removeFault',
    given: [addFault(RULE)],
    request: removeFault(valueOf(0, 'id')),
    expect: { status: 200, data: { id: valueOf(0, 'id'), removed: true } },
  },
  {
    id: 'removeAllFaults.removed',
    title: 'All rules of a world are removed',
    operation: 'removeAllFaults',
    given: [createWorld(), inWorld(addFault(RULE))],
    request: inWorld(removeAllFaults),
    expect: { status: 200, data: { removed: 1 } },
  },
];

/** A rule for one search of a domain that only this run uses. The rule expires after a minute. */
const RULE = {
  match: { operation: 'search', domain: DOMAIN },
  fault: { kind: 'error', code: 'INTERNAL_ERROR' },
  expires_in: 'PT1M',
};

const EMPTY = { version: 1, clock: { mode: 'real' }, orders: [], registrations: [], faults: [] };

const worlds = (): Scenario[] => [
  {
    id: 'createWorld.created',
    title: 'A world with a key of its own is created',
    operation: 'createWorld',
    given: [],
    request: createWorld(),
    expect: { status: 201, data: { name: UNIQUE } },
  },
  {
    id: 'listWorlds.listed',
    title: 'The worlds of the tenant',
    operation: 'listWorlds',
    given: [],
    request: listWorlds,
    expect: { status: 200 },
  },
  {
    id: 'endWorld.ended',
    title: 'A world is ended',
    operation: 'endWorld',
    given: [createWorld()],
    request: endWorld(valueOf(0, 'tenant')),
    expect: { status: 200, data: { tenant: valueOf(0, 'tenant'), removed: true } },
  },
  {
    id: 'getWorld.empty',
    title: 'The snapshot of a new world',
    operation: 'getWorld',
    given: [createWorld()],
    request: inWorld(getWorld),
    expect: { status: 200, data: EMPTY },
  },
  {
    id: 'restoreWorld.restored',
    title: 'A world is replaced by a snapshot',
    operation: 'restoreWorld',
    given: [createWorld(), inWorld(order())],
    request: inWorld(restoreWorld({ registrations: [{ domain: DOMAIN }] })),
    expect: { status: 200, data: { orders: 0, payments: 0, registrations: 1, faults: 0 } },
  },
  {
    id: 'resetWorld.reset',
    title: 'A world is reset',
    operation: 'resetWorld',
    given: [createWorld(), ...registeredInWorld()],
    request: inWorld(resetWorld),
    expect: { status: 200, data: { orders: 1, registrations: 1, payments: 1 } },
  },
];

const receivers = (): Scenario[] => [
  {
    id: 'addReceiver.added',
    title: 'A webhook receiver is added to a world',
    operation: 'addReceiver',
    given: [createWorld()],
    request: inWorld(addReceiver()),
    expect: { status: 201, data: { url: 'https://shop.example/webhooks', state: 'on' } },
  },
  {
    id: 'listReceivers.listed',
    title: 'The webhook receivers of a world',
    operation: 'listReceivers',
    given: [createWorld(), inWorld(addReceiver())],
    request: inWorld(listReceivers),
    expect: { status: 200, data: { receivers: [{ id: valueOf(1, 'id') }] } },
  },
  {
    id: 'removeReceiver.removed',
    title: 'A webhook receiver of a world is removed',
    operation: 'removeReceiver',
    given: [createWorld(), inWorld(addReceiver())],
    request: inWorld(removeReceiver(valueOf(1, 'id'))),
    expect: { status: 200, data: { removed: true } },
  },
];

const SEARCHES = { operation: 'search', domain: DOMAIN };

const journal = (): Scenario[] => [
  {
    id: 'readJournal.found',
    title: 'The journal has the requests for a domain',
    operation: 'readJournal',
    given: [search()],
    request: readJournal(`domain=${DOMAIN}`),
    expect: { status: 200, data: { requests: [{ ...SEARCHES, status: 200, code: null }] } },
  },
  {
    id: 'verify.satisfied',
    title: 'A domain was searched once',
    operation: 'verify',
    given: [search()],
    request: verify({ request: SEARCHES, times: 1 }),
    expect: { status: 200, data: { satisfied: true, count: 1 } },
  },
  {
    id: 'verify.not-satisfied',
    title: 'A domain was searched less often than expected',
    operation: 'verify',
    given: [search()],
    request: verify({ request: SEARCHES, times: 2 }),
    expect: { status: 200, data: { satisfied: false, count: 1 } },
  },
  {
    id: 'verify.delivery',
    title: 'A webhook was sent to an unreachable receiver of a world',
    operation: 'verify',
    given: [createWorld(), inWorld(addReceiver()), inWorld(order()), inWorld(checkout(valueOf(2, 'order_id')))],
    request: inWorld(verify({ delivery: { event: 'domain.registered', domain: DOMAIN }, within: 'PT10S' })),
    expect: { status: 200, data: { satisfied: true, count: 1 } },
  },
];
