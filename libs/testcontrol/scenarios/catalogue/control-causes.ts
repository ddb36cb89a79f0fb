import { InvalidDescription, InvalidUrl, ReceiverNotFound, TooManyReceivers, UnknownEvent } from '#webhooks/model';
import { addFault, CONTROL_CHARACTER, DOMAIN, registered, UNIQUE, update, valueOf } from './calls.js';
import { domainCauses, type Operation, reusedKey } from './cause.js';
import {
  addExploration,
  addReceiver,
  advanceClock,
  createWorld,
  decide,
  endWorld,
  getClock,
  getExploration,
  getRegistry,
  getWorld,
  inWorld,
  listExplorations,
  listFaults,
  listReceivers,
  listWorlds,
  readJournal,
  removeAllFaults,
  removeFault,
  removeReceiver,
  resetWorld,
  restoreWorld,
  setClock,
  setRegistry,
  transferOut,
  verify,
  verifyContact,
} from './control-calls.js';

const LONG_AGO = '2020-01-01T00:00:00Z';

/** More than 4 MiB. */
const LONG_SNAPSHOT = '{{x.4195328}}';

/** More than 1 MiB. */
const LONG_REPORT = '{{x.1049600}}';

const notFound = (code: string, call: (id: string) => Operation['call']): Operation => ({
  call: call(UNIQUE),
  causes: [
    { code, request: call(UNIQUE) },
    { code: 'NOT_FOUND', request: call(CONTROL_CHARACTER) },
  ],
});

/** The maximum number of receivers of a world. */
const FOUR_RECEIVERS = Array.from({ length: 4 }, () => inWorld(addReceiver()));

/** The operations of test control, by the operation ID of the OpenAPI document. */
export const CONTROL_OPERATIONS: Record<string, Operation> = {
  getClock: { call: getClock, causes: [] },
  setClock: {
    call: setClock({ mode: 'frozen', now: LONG_AGO }),
    causes: [
      { code: 'VALIDATION_FAILED', request: setClock({ mode: 'fast' }) },
      { code: 'CLOCK_BACKWARDS', request: setClock({ mode: 'frozen', now: LONG_AGO }) },
      // The clock already has this mode, so nothing changes.
      reusedKey(setClock({ mode: valueOf(0, 'mode') }), setClock({ mode: 'frozen', now: LONG_AGO }), [getClock]),
    ],
  },
  advanceClock: {
    call: advanceClock({ to: LONG_AGO }),
    causes: [
      { code: 'VALIDATION_FAILED', request: advanceClock({ by: '1 year' }) },
      { code: 'CLOCK_BACKWARDS', request: advanceClock({ to: LONG_AGO }) },
      reusedKey(inWorld(advanceClock({ by: 'P1D' })), inWorld(advanceClock({ by: 'P2D' })), [createWorld()]),
    ],
  },
  addExploration: {
    call: addExploration({ scenarios: -1 }),
    longBody: LONG_REPORT,
    causes: [{ code: 'VALIDATION_FAILED', request: addExploration({ scenarios: -1 }) }],
  },
  listExplorations: { call: listExplorations, causes: [] },
  getExploration: notFound('EXPLORATION_NOT_FOUND', getExploration),
  addFault: {
    call: addFault({ fault: { kind: 'unknown' } }),
    causes: [
      { code: 'INVALID_FAULT', request: addFault({ fault: { kind: 'unknown' } }) },
      { code: 'VALIDATION_FAILED', request: addFault({ fault: { kind: 'hang' }, times: 0 }) },
    ],
  },
  listFaults: { call: listFaults, causes: [] },
  removeFault: notFound('FAULT_NOT_FOUND', removeFault),
  removeAllFaults: { call: removeAllFaults, causes: [] },
  getRegistry: { call: getRegistry, causes: [] },
  setRegistry: {
    call: setRegistry({ registration: 'later' }),
    causes: [{ code: 'VALIDATION_FAILED', request: setRegistry({ registration_delay: 'PT0S' }) }],
  },
  decideOrder: {
    call: decide(DOMAIN, 'failed'),
    causes: [
      ...domainCauses(domain => decide(domain, 'failed')),
      { code: 'VALIDATION_FAILED', request: decide(DOMAIN, 'sold') },
      { code: 'NOTHING_PENDING', request: decide(DOMAIN, 'failed') },
    ],
  },
  verifyContact: {
    call: verifyContact(DOMAIN),
    causes: [
      ...domainCauses(verifyContact),
      { code: 'VALIDATION_FAILED', request: { ...verifyContact(DOMAIN), body: {} } },
      { code: 'NOTHING_PENDING', request: verifyContact(DOMAIN) },
    ],
  },
  transferOut: {
    call: transferOut(DOMAIN, UNIQUE),
    causes: [
      ...domainCauses(domain => transferOut(domain, UNIQUE)),
      { code: 'VALIDATION_FAILED', request: transferOut(DOMAIN, '') },
      { code: 'REGISTRATION_NOT_FOUND', request: transferOut(DOMAIN, UNIQUE) },
      { code: 'DOMAIN_LOCKED', given: registered(), request: transferOut(DOMAIN, UNIQUE) },
      { code: 'INVALID_AUTH_CODE', given: [...registered(), update()], request: transferOut(DOMAIN, UNIQUE) },
    ],
  },
  createWorld: {
    call: createWorld(),
    causes: [
      { code: 'VALIDATION_FAILED', request: createWorld({ ttl: 'PT1S' }) },
      { code: 'NESTED_WORLD', given: [createWorld()], request: inWorld(createWorld()) },
      { code: 'CLOCK_BACKWARDS', request: createWorld({ clock: { mode: 'frozen', now: LONG_AGO } }) },
    ],
  },
  listWorlds: { call: listWorlds, causes: [] },
  endWorld: notFound('WORLD_NOT_FOUND', endWorld),
  getWorld: { call: getWorld, causes: [] },
  restoreWorld: {
    call: restoreWorld({ version: 2 }),
    longBody: LONG_SNAPSHOT,
    causes: [
      { code: 'VALIDATION_FAILED', request: restoreWorld({ version: 2 }) },
      ...[
        ...domainCauses(domain => restoreWorld({ registrations: [{ domain }] })),
        { code: 'INVALID_FAULT', request: restoreWorld({ faults: [{ fault: { kind: 'unknown' } }] }) },
      ].map(({ code, request }) => ({ code, given: [createWorld()], request: inWorld(request) })),
    ],
  },
  resetWorld: { call: resetWorld, causes: [] },
  // Imports the error classes, because `specOf` knows an error only after its class is loaded.
  addReceiver: {
    call: addReceiver({ url: 'shop.example' }),
    causes: [
      { code: 'VALIDATION_FAILED', request: addReceiver({ url: 1 }) },
      { code: InvalidUrl.spec.code, request: addReceiver({ url: 'shop.example' }) },
      { code: InvalidDescription.spec.code, request: addReceiver({ description: '{{x.201}}' }) },
      { code: UnknownEvent.spec.code, request: addReceiver({ events: ['domain.sold'] }) },
      { code: TooManyReceivers.spec.code, given: [createWorld(), ...FOUR_RECEIVERS], request: inWorld(addReceiver()) },
    ],
  },
  listReceivers: { call: listReceivers, causes: [] },
  removeReceiver: notFound(ReceiverNotFound.spec.code, removeReceiver),
  readJournal: {
    call: readJournal(`domain=${DOMAIN}`),
    causes: [{ code: 'VALIDATION_FAILED', request: readJournal('limit=0') }],
  },
  verify: {
    call: verify({ request: { domain: DOMAIN } }),
    causes: [{ code: 'VALIDATION_FAILED', request: verify({}) }],
  },
};
