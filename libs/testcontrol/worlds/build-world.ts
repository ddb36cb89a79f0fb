import type { Payment } from '#checkout';
import { addYears, isReleased, ownerFor, ownerProblems, quote, quoteRenewal, Registration } from '#domains';
import { type Currency, toDecimal } from '#domains/contract';
import { Order } from '#orders';
import { type BusinessTime, businessTime } from '#platform/process/clock';
import { newId } from '#platform/security/ids';
import { type Refusal } from '#platform/http/errors';
import { normalizeSearchTerm, ValidationFailed } from '#platform/model';
import type { FaultState, OrderState, RegistrationState, WorldSnapshot } from '../contract.js';
import { errorsByCode } from '../faults/fault-codes.js';
import { MAX_ROWS, MAX_RULES, WorldTooLarge } from '../model/errors.js';
import { assertAltersEvents, assertApplicable, readFault } from '../model/fault.js';
import { FaultRule } from '../model/fault-rule.js';
import type { WorldState } from './world-state.js';

interface Facts {
  tenant: { id: string; currency: string };
  /** Present time of the world. */
  now: BusinessTime;
  real: Date;
}

interface Problem {
  field: string;
  message: string;
}

/**
 * The state that a snapshot describes, with defaults for missing members.
 * @throws WorldTooLarge · ValidationFailed with the path of each entry that contradicts others or the time
 */
export function buildWorld(snapshot: WorldSnapshot, facts: Facts): WorldState {
  return new WorldBuilder(facts).build(snapshot);
}

const DEFAULT_RULE_MS = 600_000;
const MAX_RULE_MS = 86_400_000;

class WorldBuilder {
  private readonly problems: Problem[] = [];
  private readonly orders = new Map<string, Order>();
  private readonly payments = new Map<string, Payment>();
  private readonly registrations = new Map<string, Registration>();
  private readonly faults = new Map<string, FaultRule>();
  private readonly newestId = newId('ord');

  constructor(private readonly facts: Facts) {}

  build({ orders = [], registrations = [], faults = [] }: WorldSnapshot): WorldState {
    for (const [index, order] of orders.entries()) this.addOrder(order, `orders.${index}`);
    for (const [index, { renews }] of orders.entries())
      if (renews && !this.orders.has(renews)) this.refuse(`orders.${index}.renews`, NOT_IN_SNAPSHOT);
    for (const [index, registration] of registrations.entries())
      this.addRegistration(registration, `registrations.${index}`);
    for (const [index, fault] of faults.entries()) this.addFault(fault, `faults.${index}`);
    if (this.faults.size > MAX_RULES) this.refuse('faults', `must be at most ${MAX_RULES} rules`);
    if (this.problems.length > 0) throw new ValidationFailed(this.problems.slice(0, 100));
    const lists = [this.orders, this.payments, this.registrations, this.faults];
    if (lists.reduce((sum, { size }) => sum + size, 0) > MAX_ROWS) throw new WorldTooLarge();
    return {
      orders: [...this.orders.values()],
      payments: [...this.payments.values()],
      registrations: [...this.registrations.values()],
      faults: [...this.faults.values()],
    };
  }

  private addOrder(given: OrderState, path: string): void {
    const order = this.orderOf(given, path);
    if (given.order_id && millisOf(order.id) > millisOf(this.newestId))
      this.refuse(`${path}.order_id`, 'must not be newer than the present time');
    if (this.orders.has(order.id)) this.refuse(`${path}.order_id`, 'is the ID of two orders');
    this.orders.set(order.id, order);
    if (order.status === 'paid') this.addPayment(order, given, path);
    else this.refusePaidMembers(given, path);
  }

  private orderOf(given: OrderState, path: string): Order {
    const { years = 1, renews = null, owner = null, channel = 'api' } = given;
    const status = given.status ?? (given.paid_at || given.payment ? 'paid' : 'created');
    const { tenant, now } = this.facts;
    const { domain, tld, ...price } = (renews === null ? quote : quoteRenewal)(given.domain, years, tenant.currency);
    const createdAt = timeOf(given.created_at ?? given.paid_at) ?? now;
    const paidAt = status === 'paid' ? (timeOf(given.paid_at) ?? createdAt) : null;
    const registeredAt = paidAt && (timeOf(given.registered_at) ?? paidAt);
    const expiresAt = registeredAt && (timeOf(given.expires_at) ?? addYears(registeredAt, years));
    this.checkTimes({ created_at: createdAt, paid_at: paidAt, registered_at: registeredAt }, path);
    if (owner) this.problems.push(...ownerProblems(tld, owner, { strict: false, field: `${path}.owner` }));
    const total = given.amount ? this.minorUnitsOf(given.amount, path) : price.total;
    const currency = given.amount?.currency ?? price.currency;
    return Object.assign(new Order(), {
      id: given.order_id || newId('ord'),
      tenantId: tenant.id,
      domain,
      tld,
      years,
      currency,
      total,
      owner: ownerFor(tld, owner),
      channel,
      status,
      createdAt,
      paidAt,
      renews,
      registeredAt,
      expiresAt,
    } as Order);
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
    const paid = { tenantId: this.facts.tenant.id, reference, orderId: id, method, currency, total, paidAt };
    this.payments.set(reference, paid as Payment);
  }

  private refusePaidMembers(given: OrderState, path: string): void {
    for (const name of ['paid_at', 'registered_at', 'expires_at', 'payment'] as const)
      if (given[name]) this.refuse(`${path}.${name}`, 'must be omitted, because the order is not paid');
  }

  private addRegistration(given: RegistrationState, path: string): void {
    const { tenant, now } = this.facts;
    const { domain, tld } = quote(given.domain, 1, tenant.currency);
    const yearBefore = given.expires_at === undefined ? now : addYears(timeOf(given.expires_at)!, -1);
    const registeredAt = timeOf(given.registered_at) ?? (yearBefore < now ? yearBefore : now);
    const expiresAt = timeOf(given.expires_at) ?? addYears(registeredAt, 1);
    this.checkTimes({ registered_at: registeredAt }, path);
    if (expiresAt <= registeredAt) this.refuse(`${path}.expires_at`, 'must be later than registered_at');
    else if (isReleased({ expiresAt }, now))
      this.refuse(`${path}.expires_at`, 'must be less than 30 days ago; the domain would already be released');
    if (this.registrations.has(domain)) this.refuse(`${path}.domain`, 'is registered twice');
    const orderId = given.order_id || null;
    if (orderId !== null) this.checkOrderOf(orderId, domain, path);
    const registration = { tenantId: tenant.id, domain, tld, orderId, registeredAt, expiresAt };
    this.registrations.set(domain, Object.assign(new Registration(), registration));
  }

  private checkOrderOf(orderId: string, domain: string, path: string): void {
    const order = this.orders.get(orderId);
    if (!order) this.refuse(`${path}.order_id`, NOT_IN_SNAPSHOT);
    else if (order.domain !== domain || order.status !== 'paid' || order.renews !== null)
      this.refuse(`${path}.order_id`, `must be a paid order that registered ${domain}`);
  }

  private addFault(given: FaultState, path: string): void {
    const { real, tenant } = this.facts;
    const { id = newId('flt'), match, times = 1, skip = 0, seen = 0 } = given;
    const fault = readFault({ ...given.fault });
    const operation = match?.operation ?? null;
    this.check(`${path}.fault`, () => assertApplicable(fault, operation, errorsByCode(operation)));
    this.check(`${path}.match`, () => assertAltersEvents(fault, match?.event));
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
      if (time && time > this.facts.now)
        this.refuse(`${path}.${name}`, `must not be later than the clock (${this.facts.now.toISOString()})`);
  }

  private check(field: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.refuse(field, (error as Refusal).message);
    }
  }

  private refuse(field: string, message: string): void {
    this.problems.push({ field, message });
  }
}

const NOT_IN_SNAPSHOT = 'must be the ID of an order in the snapshot';

/** The time in an ID, which comes first. */
const millisOf = (id: string): string => id.slice(0, 'ord_'.length + 12);

/** The column of totals is an integer. */
const MAX_TOTAL = 2 ** 31 - 1;

const timeOf = (text: string | null | undefined): BusinessTime | undefined =>
  text ? businessTime(new Date(text)) : undefined;
