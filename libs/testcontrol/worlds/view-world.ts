import { stringify } from 'safe-stable-stringify';
import type { Payment } from '#checkout';
import { DEFAULT_NAMESERVERS, isHeld, type Registration } from '#domains';
import { DEFAULT_REGISTRY, type RegistrySettings } from '#identity/access';
import { type Currency, type Owner, toDecimal } from '#domains/contract';
import type { Contact } from '#facades';
import type { ContactState } from '#facades/contract';
import { domainStatusOf, type Order } from '#orders';
import type { BusinessTime } from '#platform/process/clock';
import type { TenantClock } from '#tenancy';
import type { ClockState, FaultState, OrderState, RegistrationState, WorldSnapshot } from '../contract.js';
import { MAX_SNAPSHOT_BYTES, WorldTooLarge } from '../model/errors.js';
import { type FaultRule, matchOf } from '../model/fault-rule.js';
import { outcomeOf } from './build-world.js';
import type { WorldState } from './world-state.js';

/** The snapshot of a world at a real time. Equal worlds have equal snapshots. */
export function viewWorld(state: WorldState, clock: TenantClock, real: Date): WorldSnapshot {
  const owners = new Map(state.orders.map(({ id, owner }) => [id, owner]));
  const payments = new Map(state.payments.map(payment => [payment.orderId, payment]));
  const rules = state.faults.filter(({ expiresAt, seen, skip, times }) => expiresAt > real && seen < skip + times);
  return {
    version: 1,
    clock: viewClock(clock),
    ...(clock.registry && viewRegistry(clock.registry)),
    orders: state.orders.map(order => viewOrder(order, payments.get(order.id))),
    // The other rows only reserve domains for undecided orders.
    registrations: state.registrations.filter(isHeld).map(row => viewRegistration(row, owners.get(row.orderId ?? ''))),
    faults: rules.map(viewFault),
    ...(state.contacts.length > 0 && { contacts: state.contacts.map(contact => viewContact(contact, state)) }),
  };
}

/** @throws WorldTooLarge if the JSON of a snapshot has more than 4 MiB */
export function requireSize(snapshot: WorldSnapshot): WorldSnapshot {
  if (Buffer.byteLength(JSON.stringify(snapshot)) > MAX_SNAPSHOT_BYTES) throw new WorldTooLarge();
  return snapshot;
}

function viewClock({ mode, frozenAt, offsetMs }: TenantClock): ClockState {
  if (mode === 'frozen') return { mode, now: textOf(frozenAt!) };
  return mode === 'running' ? { mode, offset_seconds: offsetMs / 1_000 } : { mode };
}

/** The settings that differ from their defaults, if there are any. */
function viewRegistry(registry: RegistrySettings): Pick<WorldSnapshot, 'registry'> {
  const settings = Object.entries(registry).filter(
    ([name, value]) => value !== DEFAULT_REGISTRY[name as keyof RegistrySettings],
  );
  return settings.length > 0 ? { registry: Object.fromEntries(settings) } : {};
}

/** Members that are set only if they differ from their default. */
function viewDecision(order: Order): Partial<OrderState> {
  const { kind, status, dueAt, reason, refundedAt, settings } = order;
  const defaultStatus = status === 'refunded' ? 'failed' : 'registered';
  const domainStatus = domainStatusOf(order);
  return {
    ...(kind === 'transfer' && { kind }),
    ...(domainStatus && domainStatus !== defaultStatus && { domain_status: domainStatus }),
    ...(order.outcome && !outcomeOf(order) && { decided_later: true }),
    ...(dueAt && { due_at: textOf(dueAt) }),
    ...(reason !== null && { reason }),
    ...(refundedAt && { refunded_at: textOf(refundedAt) }),
    ...(settings && { settings }),
  };
}

const viewOrder = (order: Order, payment: Payment | undefined): OrderState => ({
  order_id: order.id,
  domain: order.domain,
  years: order.years,
  amount: { currency: order.currency, total: toDecimal(order.total, order.currency as Currency) },
  owner: order.owner,
  channel: order.channel,
  status: order.status,
  created_at: textOf(order.createdAt),
  paid_at: order.paidAt && textOf(order.paidAt),
  renews: order.renews,
  registered_at: order.registeredAt && textOf(order.registeredAt),
  expires_at: order.expiresAt && textOf(order.expiresAt),
  ...viewDecision(order),
  payment: payment ? { method: payment.method, reference: payment.reference } : null,
});

/** Omits settings with default values, and a contact that equals the owner of the order. */
const viewRegistration = (registration: Registration, owner: Owner | null | undefined): RegistrationState => {
  const { nameservers, locked, autoRenew, privacy, paymentMethod, contact, verificationDueAt, suspended } =
    registration;
  return {
    domain: registration.domain,
    order_id: registration.orderId,
    registered_at: textOf(registration.registeredAt),
    expires_at: textOf(registration.expiresAt),
    ...(nameservers && !isEqual(nameservers, DEFAULT_NAMESERVERS) && { nameservers }),
    ...(!locked && { locked }),
    ...(autoRenew && { auto_renew: autoRenew }),
    ...(privacy && { privacy }),
    ...(paymentMethod !== 'test' && { payment_method: paymentMethod }),
    ...(contact && !isEqual(contact, owner) && { contact: contact as Owner }),
    ...(verificationDueAt && { verification_due_at: textOf(verificationDueAt) }),
    ...(suspended && { suspended }),
  };
};

const isEqual = (one: unknown, other: unknown): boolean => stringify(one) === stringify(other);

const viewFault = ({ id, fault, times, skip, seen, createdAt, expiresAt, ...terms }: FaultRule): FaultState => ({
  id,
  match: matchOf(terms),
  fault: { ...fault },
  times,
  skip,
  seen,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
});

const viewContact = ({ id, details }: Contact, { contactUses }: WorldState): ContactState => {
  const orders = contactUses.filter(({ contactId }) => contactId === id).map(({ orderId }) => orderId);
  return { id, ...details, ...(orders.length > 0 && { orders }) };
};

const textOf = (time: BusinessTime): string => time.toISOString();
