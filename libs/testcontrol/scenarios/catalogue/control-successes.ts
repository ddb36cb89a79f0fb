import type { Scenario } from '../../contract.js';
import { addFault, checkout, DOMAIN, order, search, success, UNIQUE, valueOf } from './calls.js';
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

const clock = () => [
  success('getClock.read', 'The clock of the tenant', getClock),
  success('getClock.frozen', 'The clock of a world that was created with a frozen clock', inWorld(getClock), {
    given: [createWorld({ clock: FROZEN })],
    data: FROZEN,
  }),
  success('setClock.frozen', 'The clock of a world is frozen', inWorld(setClock({ mode: 'frozen' })), {
    given: [createWorld()],
    data: { mode: 'frozen', happened: [] },
  }),
];

const explorations = () => [
  success('addExploration.added', 'The report of an exploration is stored in a world', inWorld(addExploration()), {
    given: [createWorld()],
    status: 201,
  }),
  success('listExplorations.listed', 'The explorations of a world', inWorld(listExplorations), {
    given: [createWorld(), inWorld(addExploration())],
    data: { explorations: [{ id: valueOf(1, 'id'), findings: [] }] },
  }),
  success(
    'getExploration.found',
    'The report of an exploration of a world',
    inWorld(getExploration(valueOf(1, 'id'))),
    { given: [createWorld(), inWorld(addExploration())], data: { id: valueOf(1, 'id'), scenarios: 1 } },
  ),
];

/** A rule for one search of a domain that only this run uses. The rule expires after a minute. */
const RULE = {
  match: { operation: 'search', domain: DOMAIN },
  fault: { kind: 'error', code: 'INTERNAL_ERROR' },
  expires_in: 'PT1M',
};

const faults = () => [
  success('addFault.added', 'A rule is added', addFault(RULE), { status: 201, data: { remaining: 1, used: 0 } }),
  success('listFaults.listed', 'The rules of the tenant', listFaults),
  success('removeFault.removed', 'A rule is removed', removeFault(valueOf(0, 'id')), {
    given: [addFault(RULE)],
    data: { id: valueOf(0, 'id'), removed: true },
  }),
  success('removeAllFaults.removed', 'All rules of a world are removed', inWorld(removeAllFaults), {
    given: [createWorld(), inWorld(addFault(RULE))],
    data: { removed: 1 },
  }),
];

const EMPTY = { version: 1, clock: { mode: 'real' }, orders: [], registrations: [], faults: [] };

const worlds = () => [
  success('createWorld.created', 'A world with a key of its own is created', createWorld(), {
    status: 201,
    data: { name: UNIQUE },
  }),
  success('listWorlds.listed', 'The worlds of the tenant', listWorlds),
  success('endWorld.ended', 'A world is ended', endWorld(valueOf(0, 'tenant')), {
    given: [createWorld()],
    data: { tenant: valueOf(0, 'tenant'), removed: true },
  }),
  success('getWorld.empty', 'The snapshot of a new world', inWorld(getWorld), { given: [createWorld()], data: EMPTY }),
  success(
    'restoreWorld.restored',
    'A world is replaced by a snapshot',
    inWorld(restoreWorld({ registrations: [{ domain: DOMAIN }] })),
    {
      given: [createWorld(), inWorld(order())],
      data: { orders: 0, payments: 0, registrations: 1, faults: 0 },
    },
  ),
  success('resetWorld.reset', 'A world is reset', inWorld(resetWorld), {
    given: [createWorld(), ...registeredInWorld()],
    data: { orders: 1, registrations: 1, payments: 1 },
  }),
];

const receivers = () => [
  success('addReceiver.added', 'A webhook receiver is added to a world', inWorld(addReceiver()), {
    given: [createWorld()],
    status: 201,
    data: { url: 'https://shop.example/webhooks', state: 'on' },
  }),
  success('listReceivers.listed', 'The webhook receivers of a world', inWorld(listReceivers), {
    given: [createWorld(), inWorld(addReceiver())],
    data: { receivers: [{ id: valueOf(1, 'id') }] },
  }),
  success(
    'removeReceiver.removed',
    'A webhook receiver of a world is removed',
    inWorld(removeReceiver(valueOf(1, 'id'))),
    { given: [createWorld(), inWorld(addReceiver())], data: { removed: true } },
  ),
];

const SEARCHES = { operation: 'search', domain: DOMAIN };

const journal = () => [
  success('readJournal.found', 'The journal has the requests for a domain', readJournal(`domain=${DOMAIN}`), {
    given: [search()],
    data: { requests: [{ ...SEARCHES, status: 200, code: null }] },
  }),
  success('verify.satisfied', 'A domain was searched once', verify({ request: SEARCHES, times: 1 }), {
    given: [search()],
    data: { satisfied: true, count: 1 },
  }),
  success(
    'verify.not-satisfied',
    'A domain was searched less often than expected',
    verify({ request: SEARCHES, times: 2 }),
    { given: [search()], data: { satisfied: false, count: 1 } },
  ),
  success(
    'verify.delivery',
    'A webhook was sent to an unreachable receiver of a world',
    inWorld(verify({ delivery: { event: 'domain.registered', domain: DOMAIN }, within: 'PT10S' })),
    {
      given: [createWorld(), inWorld(addReceiver()), inWorld(order()), inWorld(checkout(valueOf(2, 'order_id')))],
      data: { satisfied: true, count: 1 },
    },
  ),
];
