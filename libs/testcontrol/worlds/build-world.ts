import type { Payment } from '#checkout';
import type { RegistrySettings } from '#identity/access';
import {
  addYears,
  featuresOf,
  decidedByWord,
  DomainName,
  isReleased,
  ownerFor,
  ownerProblems,
  quote,
  quoteRenewal,
  quoteTransfer,
  Registration,
} from '#domains';
import { type Currency, toDecimal } from '#domains/contract';
import { Contact, ContactUse } from '#facades';
import type { ContactState } from '#facades/contract';
import { defaultReason, isRegisteredAtOnce, Order, type OrderKind, type OrderStatus } from '#orders';
import { type BusinessTime, businessTime } from '#platform/process/clock';
import { newId } from '#platform/security/ids';
import { type Refusal } from '#platform/http/errors';
import { addDuration, type BrokenField, normalizeSearchTerm, ValidationFailed } from '#platform/model';
import type { FaultState, OrderState, RegistrationState, WorldSnapshot } from '../contract.js';
import { errorsByCode } from '../faults/fault-codes.js';
import { MAX_ROWS, MAX_RULES, WorldTooLarge } from '../model/errors.js';
import { assertAltersEvents, assertApplicable, readFault } from '../model/fault.js';
import { FaultRule } from '../model/fault-rule.js';
import type { WorldState } from './world-state.js';

interface BuildContext {
  tenant: { id: string; currency: string };
  /** Present time of the world. */
  now: BusinessTime;
  real: Date;
  registry: RegistrySettings;
}

/**
 * The state that a snapshot describes, with defaults for missing members.
 * @throws WorldTooLarge · ValidationFailed with the path of each entry that contradicts another entry or the time
 */
export function buildWorld(snapshot: WorldSnapshot, context: BuildContext): WorldState {
  return new WorldBuilder(context).build(snapshot);
}

const DEFAULT_RULE_MS = 600_000;
const MAX_RULE_MS = 86_400_000;

type Decision = Pick<Order, 'domainStatus' | 'dueAt' | 'reason' | 'refundedAt'>;

interface GivenOrder {
  kind: OrderKind;
  status: OrderStatus;
  paidAt: BusinessTime | null;
  path: string;
}

/** The price of each kind of order. */
const QUOTES = {
  registration: quote,
  renewal: quoteRenewal,
  transfer: quoteTransfer,
};

/** Possible statuses of the domain by status of the order. */
const STATUSES_OF: Record<OrderStatus, readonly string[]> = {
  created: [],
  paid: ['pending', 'action_required', 'registered'],
  refunded: ['failed', 'registered'],
};

const isUndecided = ({ domainStatus }: Pick<Order, 'domainStatus'>): boolean =>
  domainStatus === 'pending' || domainStatus === 'action_required';

function statusOf(given: OrderState): OrderStatus {
  if (given.status) return given.status;
  if (given.refunded_at) return 'refunded';
  return given.paid_at || given.payment ? 'paid' : 'created';
}

/** The outcome of an order whose decision comes after its payment; otherwise null. */
export function outcomeOf({ kind, domain, domainStatus, paidAt, registeredAt }: OutcomeFacts): Order['outcome'] {
  if (domainStatus === 'failed' || domainStatus === 'action_required') return domainStatus;
  const isLater = domainStatus === 'pending' || kind === 'transfer' || registeredAt?.getTime() !== paidAt?.getTime();
  if (paidAt === null || kind === 'renewal' || !isLater) return null;
  return (domainStatus === 'pending' && decidedByWord(DomainName.parse(domain).unicodeLabel)) || 'registered';
}

type OutcomeFacts = Pick<Order, 'kind' | 'domain' | 'domainStatus' | 'paidAt' | 'registeredAt'>;

class WorldBuilder {
  private readonly problems: BrokenField[] = [];
  private readonly orders = new Map<string, Order>();
  private readonly payments = new Map<string, Payment>();
  private readonly registrations = new Map<string, Registration>();
  private readonly faults = new Map<string, FaultRule>();
  private readonly contacts = new Map<number, Contact>();
  private readonly contactUses = new Map<string, ContactUse>();
  private readonly newestId = newId('ord');

  constructor(private readonly context: BuildContext) {}

  build({ orders = [], registrations = [], faults = [], contacts = [] }: WorldSnapshot): WorldState {
    for (const [index, order] of orders.entries()) this.addOrder(order, `orders.${index}`);
    for (const [index, { renews }] of orders.entries())
      if (renews && !this.orders.has(renews)) this.refuse(`orders.${index}.renews`, NOT_IN_SNAPSHOT);
    for (const [index, registration] of registrations.entries())
      this.addRegistration(registration, `registrations.${index}`);
    for (const [index, fault] of faults.entries()) this.addFault(fault, `faults.${index}`);
    for (const [index, contact] of contacts.entries()) this.addContact(contact, `contacts.${index}`);
    if (this.faults.size > MAX_RULES) this.refuse('faults', `must be at most ${MAX_RULES} rules`);
    if (this.problems.length > 0) throw new ValidationFailed(this.problems.slice(0, 100));
    const lists = [this.orders, this.payments, this.registrations, this.faults, this.contacts];
    if (lists.reduce((sum, { size }) => sum + size, 0) > MAX_ROWS) throw new WorldTooLarge();
    return {
      orders: [...this.orders.values()],
      payments: [...this.payments.values()],
      registrations: [...this.registrations.values()],
      faults: [...this.faults.values()],
      contacts: [...this.contacts.values()],
      contactUses: [...this.contactUses.values()],
    };
  }

  private addContact({ id, orders = [], ...details }: ContactState, path: string): void {
    const { tenant, now } = this.context;
    if (this.contacts.has(id)) this.refuse(`${path}.id`, 'is the number of two contacts');
    const contact = { tenantId: tenant.id, id, details, createdAt: now, updatedAt: now };
    this.contacts.set(id, Object.assign(new Contact(), contact));
    for (const [index, orderId] of orders.entries()) {
      if (!this.orders.has(orderId)) this.refuse(`${path}.orders.${index}`, NOT_IN_SNAPSHOT);
      if (this.contactUses.has(orderId)) this.refuse(`${path}.orders.${index}`, 'is an order of two contacts');
      this.contactUses.set(orderId, Object.assign(new ContactUse(), { tenantId: tenant.id, orderId, contactId: id }));
    }
  }

  private addOrder(given: OrderState, path: string): void {
    const order = this.orderOf(given, path);
    if (given.order_id && timestampOf(order.id) > timestampOf(this.newestId))
      this.refuse(`${path}.order_id`, 'must not be newer than the present time');
    if (this.orders.has(order.id)) this.refuse(`${path}.order_id`, 'is the ID of two orders');
    this.orders.set(order.id, order);
    if (order.status !== 'created') this.addPayment(order, given, path);
    else this.refusePaidMembers(given, path);
    if (isUndecided(order)) this.reserve(order, path);
  }

  private orderOf(given: OrderState, path: string): Order {
    const { years = 1, renews = null, owner: givenOwner = null, channel = 'api', settings = null } = given;
    const status = statusOf(given);
    const { tenant, now, registry } = this.context;
    const kind: OrderKind = given.kind ?? (renews === null ? 'registration' : 'renewal');
    const quote = QUOTES[kind](given.domain, years, tenant.currency, registry.price_percent);
    const { domain, tld, ...price } = quote;
    const createdAt = timeOf(given.created_at ?? given.paid_at) ?? now;
    const paidAt = status === 'created' ? null : (timeOf(given.paid_at) ?? createdAt);
    const decision = this.decisionOf(given, { kind, status, paidAt, path });
    const isRegistered = paidAt !== null && !isUndecided(decision) && decision.domainStatus !== 'failed';
    const registeredAt = isRegistered ? (timeOf(given.registered_at) ?? paidAt) : null;
    const expiresAt = registeredAt && (timeOf(given.expires_at) ?? addYears(registeredAt, years));
    this.checkTimes({ created_at: createdAt, paid_at: paidAt, registered_at: registeredAt }, path);
    if (givenOwner) this.problems.push(...ownerProblems(tld, givenOwner, { strict: false, field: `${path}.owner` }));
    this.checkPrivacy(settings?.privacy, tld, `${path}.settings.privacy`);
    if (kind === 'transfer' && years !== 1) this.refuse(`${path}.years`, 'must be 1, because the order is a transfer');
    const total = given.amount ? this.minorUnitsOf(given.amount, path) : price.total;
    const currency = given.amount?.currency ?? price.currency;
    const facts = { id: given.order_id || newId('ord'), tenantId: tenant.id, domain, tld, years, currency, total };
    const times = { createdAt, paidAt, registeredAt, expiresAt };
    const owner = ownerFor(tld, givenOwner);
    const hasSimpleCheckout = kind !== 'transfer' && settings === null && isRegisteredAtOnce(quote, owner);
    const placed = { owner, channel, kind, renews, settings, hasSimpleCheckout };
    const order = { ...facts, ...times, ...decision, ...placed, status };
    const outcome = outcomeOf(order) ?? (given.decided_later ? 'registered' : null);
    return Object.assign(new Order(), { ...order, outcome });
  }

  /** Past or planned decision of the registry about an order. */
  private decisionOf(given: OrderState, order: GivenOrder): Decision {
    const { kind, status, paidAt, path } = order;
    const domainStatus = given.domain_status ?? (status === 'refunded' ? 'failed' : null);
    if (given.domain_status && !STATUSES_OF[status].includes(given.domain_status))
      this.refuse(`${path}.domain_status`, `must not be ${given.domain_status}, because the order is ${status}`);
    if (kind === 'renewal' && domainStatus && domainStatus !== 'registered')
      this.refuse(`${path}.domain_status`, 'must be registered, because the order is a renewal');
    if (given.decided_later && (paidAt === null || kind === 'renewal'))
      this.refuse(`${path}.decided_later`, 'must be omitted, because the order is a renewal or not paid');
    if (given.due_at && domainStatus !== 'pending')
      this.refuse(`${path}.due_at`, 'must be omitted, because the order is not pending');
    if (given.refunded_at && status !== 'refunded')
      this.refuse(`${path}.refunded_at`, 'must be omitted, because the order is not refunded');
    const impliedReason =
      status === 'refunded' && domainStatus === 'registered' ? 'deleted' : defaultReason(kind, domainStatus);
    if (given.reason && impliedReason === null)
      this.refuse(`${path}.reason`, 'must be omitted, because the order needs none');
    const refundedAt = status === 'refunded' ? (timeOf(given.refunded_at) ?? paidAt) : null;
    this.checkTimes({ refunded_at: refundedAt }, path);
    const dueAt = domainStatus === 'pending' ? this.dueAtOf(given, kind) : null;
    // `domainStatus` is null for orders that were registered by their payment.
    const isRegistered = status === 'paid' && domainStatus === 'registered';
    const reason = impliedReason && (given.reason ?? impliedReason);
    return { domainStatus: isRegistered ? null : domainStatus, dueAt, reason, refundedAt };
  }

  private dueAtOf({ due_at }: OrderState, kind: OrderKind): BusinessTime {
    const { now, registry } = this.context;
    const delay = kind === 'transfer' ? registry.transfer_delay : registry.registration_delay;
    return this.notBeforeNow(timeOf(due_at) ?? addDuration(now, delay));
  }

  private verificationDueAtOf({ verification_due_at, suspended }: RegistrationState): BusinessTime | null {
    const dueAt = timeOf(verification_due_at);
    return dueAt && !suspended ? this.notBeforeNow(dueAt) : (dueAt ?? null);
  }

  /** Moves a due time in the past to the present time, because due events must not precede recorded events. */
  private notBeforeNow(dueAt: BusinessTime): BusinessTime {
    const { now } = this.context;
    return dueAt < now ? now : dueAt;
  }

  /** Reserves the domain of an undecided order. */
  private reserve({ id, tenantId, domain, tld }: Order, path: string): void {
    if (this.registrations.has(domain)) this.refuse(`${path}.domain`, 'is reserved by two orders');
    const reservation = { tenantId, domain, tld, orderId: id, registeredAt: null, expiresAt: null };
    this.registrations.set(domain, Object.assign(new Registration(), reservation) as never);
  }

  private minorUnitsOf({ currency, total }: { currency: string; total: number }, path: string): number {
    const minor = Math.round(total / toDecimal(1, currency as Currency));
    const isExact = Number.isSafeInteger(minor) && toDecimal(minor, currency as Currency) === total;
    if (!isExact || minor > MAX_TOTAL) this.refuse(`${path}.amount.total`, `must be an amount in ${currency}`);
    return minor;
  }

  private addPayment({ id, currency, total, paidAt }: Order, { payment }: OrderState, path: string): void {
    const { method, reference } = payment ?? { method: 'test', reference: id };
    if (this.payments.has(reference)) this.refuse(`${path}.payment.reference`, 'is the reference of two payments');
    const paid = { tenantId: this.context.tenant.id, reference, orderId: id, method, currency, total, paidAt };
    this.payments.set(reference, paid as Payment);
  }

  private refusePaidMembers(given: OrderState, path: string): void {
    for (const name of ['paid_at', 'registered_at', 'expires_at', 'payment'] as const)
      if (given[name]) this.refuse(`${path}.${name}`, 'must be omitted, because the order is not paid');
  }

  private addRegistration(given: RegistrationState, path: string): void {
    const { tenant, now } = this.context;
    const { domain, tld } = quote(given.domain, 1, tenant.currency);
    const yearBefore = given.expires_at === undefined ? now : addYears(timeOf(given.expires_at)!, -1);
    const registeredAt = timeOf(given.registered_at) ?? (yearBefore < now ? yearBefore : now);
    const expiresAt = timeOf(given.expires_at) ?? addYears(registeredAt, 1);
    this.checkTimes({ registered_at: registeredAt }, path);
    if (expiresAt <= registeredAt) this.refuse(`${path}.expires_at`, 'must be later than registered_at');
    else if (isReleased({ expiresAt }, now))
      this.refuse(`${path}.expires_at`, 'must be less than 30 days ago; the domain would already be released');
    if (this.registrations.has(domain)) this.refuse(`${path}.domain`, 'is registered twice, or reserved by an order');
    const orderId = given.order_id || null;
    if (orderId !== null) this.checkOrderOf(orderId, domain, path);
    this.checkPrivacy(given.privacy, tld, `${path}.privacy`);
    const { contact } = given;
    if (contact) this.problems.push(...ownerProblems(tld, contact, { strict: false, field: `${path}.contact` }));
    const registration: Registration = {
      tenantId: tenant.id,
      domain,
      tld,
      orderId,
      registeredAt,
      expiresAt,
      nameservers: given.nameservers ?? null,
      locked: given.locked ?? true,
      autoRenew: given.auto_renew ?? false,
      privacy: given.privacy ?? false,
      paymentMethod: (given.payment_method as Registration['paymentMethod'] | undefined) ?? 'test',
      contact: ownerFor(tld, contact) ?? null,
      verificationDueAt: this.verificationDueAtOf(given),
      suspended: given.suspended ?? false,
    };
    this.registrations.set(domain, Object.assign(new Registration(), registration));
  }

  private checkOrderOf(orderId: string, domain: string, path: string): void {
    const order = this.orders.get(orderId);
    if (!order) this.refuse(`${path}.order_id`, NOT_IN_SNAPSHOT);
    else if (order.domain !== domain || order.registeredAt === null || order.status !== 'paid' || order.renews !== null)
      this.refuse(`${path}.order_id`, `must be a paid order that registered ${domain}`);
  }

  private checkPrivacy(privacy: boolean | undefined, tld: string, field: string): void {
    if (privacy && !featuresOf(tld).includes('privacy'))
      this.refuse(field, `must be false, because .${tld} does not support it`);
  }

  private addFault(given: FaultState, path: string): void {
    const { real, tenant } = this.context;
    const { id = newId('flt'), match, times = 1, skip = 0, seen = 0 } = given;
    const fault = readFault({ ...given.fault });
    const operation = match?.operation ?? null;
    this.check(path, () => assertApplicable(fault, operation, errorsByCode(operation), 'fault.'));
    this.check(path, () => assertAltersEvents(fault, match?.event));
    if (seen > skip + times) this.refuse(`${path}.seen`, 'must be at most the sum of skip and times');
    if (this.faults.has(id)) this.refuse(`${path}.id`, 'is the ID of two rules');
    const createdAt = given.created_at === undefined ? real : new Date(given.created_at);
    const expiresAt =
      given.expires_at === undefined ? new Date(real.getTime() + DEFAULT_RULE_MS) : new Date(given.expires_at);
    if (expiresAt.getTime() > real.getTime() + MAX_RULE_MS)
      this.refuse(`${path}.expires_at`, 'must be at most 24 hours from now');
    const domain = match?.domain === undefined ? null : normalizeSearchTerm(match.domain);
    const event = match?.event ?? null;
    const rule = { id, tenantId: tenant.id, operation, event, domain, fault, times, skip, seen, createdAt, expiresAt };
    this.faults.set(id, Object.assign(new FaultRule(), rule));
  }

  private checkTimes(times: Record<string, BusinessTime | null>, path: string): void {
    for (const [name, time] of Object.entries(times))
      if (time && time > this.context.now)
        this.refuse(`${path}.${name}`, `must not be later than the clock (${this.context.now.toISOString()})`);
  }

  /** @param path of the object to which the details of a refusal belong */
  private check(path: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      for (const { field, message } of (error as Refusal).extras.details ?? [])
        this.refuse(`${path}.${field}`, message);
    }
  }

  private refuse(field: string, message: string): void {
    this.problems.push({ field, message });
  }
}

const NOT_IN_SNAPSHOT = 'must be the ID of an order in the snapshot';

/** The prefix and the timestamp of an ID; they compare like the times. */
const timestampOf = (id: string): string => id.slice(0, 'ord_'.length + 12);

/** Largest value of the integer column. */
const MAX_TOTAL = 2 ** 31 - 1;

const timeOf = (text: string | null | undefined): BusinessTime | undefined =>
  text ? businessTime(new Date(text)) : undefined;
