import type { Scenario, ScenarioCall } from '../../contract.js';
import {
  checkout,
  DOMAIN,
  getAuthCode,
  order,
  orderOf,
  PENDING,
  pending,
  registered,
  success,
  TAKEN,
  transfer,
  UNIQUE,
  unverified,
  UNVERIFIED,
  update,
  valueOf,
} from './calls.js';
import {
  advanceClock,
  createWorld,
  decide,
  getRegistry,
  inWorld,
  paidInWorld,
  registeredInWorld,
  setRegistry,
  transferOut,
  verifyContact,
} from './control-calls.js';

/** Decisions and due events of the registry, and calls that act in place of the registry. */
export const registrySuccesses = (): Scenario[] => [
  ...settings(),
  ...decisions(),
  ...dueDecisions(),
  ...dueEvents(),
  ...verifications(),
  success(
    'transferOut.transferred',
    'Another registrar takes over a domain',
    transferOut(DOMAIN, valueOf(3, 'auth_code')),
    {
      given: [
        ...registered(),
        { ...update(), expect: { events: ['domain.updated'] } },
        { ...getAuthCode(), expect: { events: [] } },
      ],
      data: { domain: DOMAIN },
      events: ['domain.transferred_away'],
    },
  ),
];

const settings = (): Scenario[] => [
  success('getRegistry.default', 'The registry of a world decides at once', inWorld(getRegistry), {
    given: [createWorld()],
    data: { registration: 'sync', registration_delay: 'PT10S', transfer_delay: 'P5D' },
  }),
  success(
    'setRegistry.async',
    'The registry of a world decides every registration later',
    inWorld(setRegistry({ registration: 'async' })),
    { given: [createWorld()], data: { registration: 'async', registration_delay: 'PT10S' } },
  ),
];

const FAILED = { status: 'refunded', domain_status: 'failed' };

const ACTION_REQUIRED = { status: 'paid', domain_status: 'action_required', reason: 'action_required' };

const REGISTERED = { status: 'paid', domain_status: 'registered' };

const decisions = (): Scenario[] => [
  decided('registered', REGISTERED, 'domain.registered'),
  decided('failed', { ...FAILED, reason: 'registry_rejected' }, 'domain.registration_failed'),
  decided('action_required', ACTION_REQUIRED, 'domain.action_required'),
  decidedTransfer('registered', REGISTERED, 'domain.transferred_in'),
  decidedTransfer('failed', { ...FAILED, reason: 'registrar_rejected' }, 'domain.transfer_failed'),
  decidedTransfer('action_required', ACTION_REQUIRED, 'domain.action_required'),
];

const decided = (outcome: string, data: object, event: string): Scenario =>
  success(
    `decideOrder.${outcome}`,
    `The registry decides an order: ${outcome.replace('_', ' ')}`,
    decide(PENDING, outcome),
    { given: pending(), data: { order_id: orderOf(0), ...data }, events: [event] },
  );

const decidedTransfer = (outcome: string, data: object, event: string): Scenario => ({
  ...decided(outcome, data, event),
  id: `decideOrder.transfer-${outcome}`,
  title: `The other registrar decides a transfer: ${outcome.replace('_', ' ')}`,
  given: [transfer(), checkout(orderOf(0))],
  request: decide(TAKEN, outcome),
});

/** Advances the clock of a world by `by`, and expects the events `happened`. */
const advance = (id: string, title: string, given: ScenarioCall[], by: string, happened: object[]): Scenario =>
  success(`advanceClock.${id}`, title, inWorld(advanceClock({ by })), {
    given: [createWorld(), ...given],
    data: { happened },
  });

/** Decisions that are chosen by words in the domain. */
const dueDecisions = (): Scenario[] => [
  ...[
    ['pending', 'domain.registered'],
    ['rejected', 'domain.registration_failed'],
    ['action-required', 'domain.action_required'],
  ].map(([word, type]) => {
    const domain = `${UNIQUE}-${word}.com`;
    const title = `The registry decides a domain with the word ${word} after the delay`;
    return advance(word!, title, paidInWorld(order(domain)), 'PT10S', [{ type, domain }]);
  }),
  advance('transfer', 'A transfer ends after the delay', paidInWorld(transfer()), 'P5D', [
    { type: 'domain.transferred_in', domain: TAKEN },
  ]),
  ...[
    ['rejected', 'domain.transfer_failed'],
    ['action-required', 'domain.action_required'],
  ].map(([word, type]) => {
    const domain = `${UNIQUE}-${word}-taken.com`;
    const title = `The transfer of a domain with the word ${word} is decided after the delay`;
    return advance(`transfer-${word}`, title, paidInWorld(transfer(domain)), 'P5D', [{ type, domain }]);
  }),
];

/** Events that become due for registrations. */
const dueEvents = (): Scenario[] => [
  registrationEvents('expired', 'A domain expires because time passes in a world', 'P1Y1D', [
    'domain.expiring',
    'domain.expired',
  ]),
  registrationEvents('released', 'A domain is released 30 days after its expiry', 'P1Y31D', [
    'domain.expiring',
    'domain.expired',
    'domain.released',
  ]),
  registrationEvents(
    'renewed',
    'A domain is renewed automatically at its expiry',
    'P1Y1D',
    ['domain.expiring', 'domain.renewed'],
    update(DOMAIN, { auto_renew: true }),
  ),
  registrationEvents(
    'renewal-failed',
    'A domain expires because the payment of its automatic renewal is declined',
    'P1Y1D',
    ['domain.expiring', 'domain.renewal_failed', 'domain.expired'],
    update(DOMAIN, { auto_renew: true, payment_method: 'test_declined' }),
  ),
  registrationEvents(
    'suspended',
    'A domain is suspended because its email address is not verified within 15 days',
    'P15D',
    ['domain.suspended'],
    update(DOMAIN, { contact: UNVERIFIED }),
  ),
];

const registrationEvents = (id: string, title: string, by: string, types: string[], ...changes: ScenarioCall[]) =>
  advance(
    id,
    title,
    [...registeredInWorld(), ...changes.map(inWorld)],
    by,
    types.map(type => ({ type, domain: DOMAIN })),
  );

const verifications = (): Scenario[] => [
  success('verifyContact.verified', 'An email address is verified in time', verifyContact(DOMAIN), {
    given: [...registered(), unverified()],
    data: { domain: DOMAIN, verification_due_at: null },
    events: ['domain.verified'],
  }),
  success(
    'verifyContact.suspended',
    'The verification of an email address ends the suspension',
    inWorld(verifyContact(DOMAIN)),
    {
      given: [
        createWorld(),
        ...registeredInWorld(),
        inWorld(update(DOMAIN, { contact: UNVERIFIED })),
        inWorld(advanceClock({ by: 'P15D' })),
      ],
      data: { domain: DOMAIN, suspended: false },
    },
  ),
];
