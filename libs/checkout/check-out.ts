import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { addDuration, type BusinessTime } from '#platform/model';
import { type Caller, type RegistrySettings } from '#identity/access';
import { EventAlterations } from '#platform/events';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Metrics } from '#platform/http';
import { isUniqueViolation } from '#platform/database';
import { type Blocked, Idempotency, type IdempotentRequest } from '#platform/http/idempotency';
import { addYears, decidedByWord, DomainName, type Registration, Registrations } from '#domains';
import {
  DomainRegistered,
  DomainRegistrationFailed,
  DomainRenewed,
  DomainTransferFailed,
  DomainTransferredIn,
  DomainVerificationDue,
} from '#domains/events';
import { KINDS, type Order, type OrderKind, OrderRepository } from '#orders';
import { DueEvents, TenantClocks } from '#tenancy';
import { type CheckoutRequest, type CheckoutResult, checkoutResult } from './contract.js';
import { Decisions } from './decisions.js';
import { PaymentDeclined } from './model/errors.js';
import { isRepeated, type PaymentState, refusalOf } from './settlement.js';
import { type NewPayment, Payments } from './storage/payments.js';
import type { SettledRow } from './storage/settle.js';

type OnPaid = (tx: EntityManager, result: CheckoutResult) => Promise<void>;

type State = PaymentState & { order: Order; registration: Registration | null; registry: RegistrySettings };

/** Limits retries after unique violations. The second try sees the row of the winner, so two tries nearly always suffice. */
const MAX_TRIES = 4;

/**
 * Takes the simulated payment of an order and registers or renews its domain.
 * @throws OrderNotFound · PaymentReferenceUsed · OrderRefunded · OrderAlreadyPaid · DomainTaken · AlreadyHeld ·
 * TransferPending · RegistrationReleased · TermTooLong · PaymentDeclined · IdempotencyKeyReused · IdempotencyInProgress
 */
@Injectable()
export class CheckOut {
  private readonly checkouts;
  private readonly registrationsPaid;

  constructor(
    private readonly orders: OrderRepository,
    private readonly registrations: Registrations,
    private readonly payments: Payments,
    private readonly decisions: Decisions,
    private readonly idempotency: Idempotency,
    private readonly clocks: TenantClocks,
    private readonly dueEvents: DueEvents,
    private readonly alterations: EventAlterations,
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    this.checkouts = metrics.counter('nameyard_checkouts_total', 'Checkouts without repeated payments, by outcome.', {
      outcome: ['paid', 'declined'],
    });
    this.registrationsPaid = metrics.counter(
      'nameyard_registrations_total',
      'Paid orders, by kind (registration, renewal, transfer).',
      { kind: KINDS },
    );
  }

  /**
   * @param onPaid runs in the transaction of the payment, but not for a repeated payment. It must not throw a `Refusal`: with an
   * idempotency key, the refusal would be stored as the result, and the payment committed.
   */
  async execute(
    caller: Caller,
    request: CheckoutRequest,
    idempotent: IdempotentRequest | undefined,
    onPaid?: OnPaid,
  ): Promise<CheckoutResult> {
    const { tenant, requestId } = caller;
    const payment = {
      tenant_id: tenant.id,
      slug: tenant.slug,
      request_id: requestId,
      delivery: caller.delivery ?? null,
      traceparent: caller.traceparent ?? null,
      order_id: request.order_id,
      method: request.payment.method,
      reference: request.payment.reference,
    };
    // A rule must be claimed in the transaction that records the event, so `settleFast` cannot apply rules.
    const mayBeAltered = caller.delivery === undefined && (await this.alterations.mayAlter(tenant));
    const isSimple = !onPaid && payment.method === 'test' && tenant.registry.registration === 'sync' && !mayBeAltered;
    const settled = isSimple ? await this.settleFast(caller, payment, idempotent) : undefined;
    if (settled) this.countPaid('registration');
    const result = settled
      ? checkoutResult(settled, this.settings.source)
      : await this.settleOrExplain(caller, payment, idempotent, onPaid);
    setLogContext(caller, result.order_id, result.domain);
    return result;
  }

  private async settleFast(
    { tenant }: Caller,
    payment: NewPayment,
    idempotent: IdempotentRequest | undefined,
  ): Promise<SettledRow | undefined> {
    try {
      return await this.idempotency.translateLockTimeout(idempotent, () =>
        this.clocks.withPresentTime(tenant, (now, tx) => this.payments.settle(payment, now, { idempotent, tx })),
      );
    } catch (error) {
      if (isUniqueViolation(error)) return undefined;
      throw error;
    }
  }

  /** Pays the order in a transaction, returns the first result of a repeated payment, or throws why it is refused. */
  private async settleOrExplain(
    caller: Caller,
    payment: NewPayment,
    idempotent: IdempotentRequest | undefined,
    onPaid: OnPaid | undefined,
  ): Promise<CheckoutResult> {
    for (let tries = 1; ; tries++) {
      let paid: OrderKind | undefined;
      delete caller.alteredBy;
      try {
        const outcome = await this.idempotency.runOnce(
          idempotent,
          async tx => {
            const result = await this.pay(tx, caller, payment);
            if (typeof result === 'object') return result;
            paid = result;
            if (paid) await onPaid?.(tx, await this.resultOf(payment.tenant_id, payment.order_id, tx));
            return { subject: payment.order_id };
          },
          tx => this.clocks.lockAndRead(tx, payment.tenant_id),
        );
        if ('subject' in outcome) {
          if (paid) this.countPaid(paid);
          return await this.resultOf(payment.tenant_id, outcome.subject);
        }
        while (!(await this.dueEvents.catchUp(caller.tenant)));
      } catch (error) {
        if (!isUniqueViolation(error) || tries === MAX_TRIES) throw error;
      }
    }
  }

  /** Pays the order and returns its kind; undefined if this payment was taken before. Due events block a renewal. */
  private async pay(
    tx: EntityManager,
    caller: Caller,
    payment: NewPayment,
  ): Promise<OrderKind | Blocked<'due events'> | undefined> {
    const state = await this.loadState(tx, payment);
    const kind = state.order.kind;
    const isRenewal = kind === 'renewal';
    setLogContext(caller, state.order.id, state.order.domain);
    if (isRepeated(state)) {
      caller.repeatsPayment = true;
      return undefined;
    }
    if (isRenewal && (await this.clocks.mayHaveDueEvents(tx, payment.tenant_id))) return { blockedBy: 'due events' };
    const refusal = refusalOf(state);
    if (refusal instanceof PaymentDeclined) this.checkouts.inc({ outcome: 'declined' });
    if (refusal) throw refusal;
    const withFault = await this.addFault(tx, caller, payment, state);
    if (isRenewal) await this.renew(tx, withFault, state);
    else await this.register(tx, caller, withFault, state);
    return kind;
  }

  /** Registers the domain, or reserves it until the registry decides. */
  private async register(tx: EntityManager, caller: Caller, payment: NewPayment, state: State): Promise<void> {
    const { order, now } = state;
    const plan = planOf(state);
    if (plan) {
      await this.payments.settleLater(payment, now, plan, tx);
      await this.clocks.checkBy(tx, order.tenantId, plan.due_at);
    } else if (order.hasSimpleCheckout) await this.payments.settle(payment, now, { tx });
    else {
      await this.payments.settleLater(payment, now, { outcome: null, due_at: null }, tx);
      await this.decisions.decide(tx, caller, order, { outcome: 'registered', at: now });
      await this.alterVerification(tx, caller);
    }
  }

  /** Adds the webhook fault of the request header, or else of a matching rule, for the delivery of the event. */
  private async addFault(tx: EntityManager, caller: Caller, payment: NewPayment, state: State): Promise<NewPayment> {
    const { domain, kind } = state.order;
    const isLater = planOf(state) !== undefined;
    const types = (isLater ? LATER_EVENTS : EVENTS)[kind].map(({ type }) => type);
    const event = { types, isLater, domain, operation: 'checkout' };
    return { ...payment, delivery: await this.alterations.deliveryOf(tx, caller, event) };
  }

  /** Applies a rule to `domain.verification_due`. A webhook fault in the request header replaces all rules. */
  private async alterVerification(tx: EntityManager, { tenant, channel, delivery }: Caller): Promise<void> {
    if (delivery !== undefined) return;
    const operation = channel === undefined ? 'checkout' : undefined;
    await this.alterations.alterRecorded(tx, tenant, { only: DomainVerificationDue.type, operation });
  }

  /** Renewals of a registration never run concurrently, because the transaction has locked the registration. */
  private async renew(tx: EntityManager, payment: NewPayment, { order, registration, now }: State): Promise<void> {
    const { registeredAt, expiresAt: previousExpiry } = registration!;
    const expiresAt = addYears(previousExpiry, order.years);
    await this.payments.settleRenewal(payment, now, { registeredAt, previousExpiry, expiresAt }, tx);
  }

  private async loadState(tx: EntityManager, payment: NewPayment): Promise<State> {
    const { tenant_id: tenantId, order_id: orderId, method, reference } = payment;
    const { now, registry } = await this.clocks.lockWithRegistry(tx, tenantId);
    const order = await this.orders.getForUpdate(tx, tenantId, orderId);
    const earlier = await this.payments.find(tx, tenantId, reference);
    const registration = await this.registrations.findForUpdate(tx, tenantId, order.domain);
    return { order, earlier, registration, method, reference, now, registry };
  }

  /** The result of a paid order, from data that never changes. */
  private async resultOf(tenantId: string, orderId: string, tx?: EntityManager): Promise<CheckoutResult> {
    const { domain, outcome, registeredAt, expiresAt } = await this.orders.get(tenantId, orderId, tx);
    const { source } = this.settings;
    if (outcome !== null) return checkoutResult({ order_id: orderId, domain }, source);
    if (!registeredAt || !expiresAt) throw new Error(`Order ${orderId} is paid, but has no term`);
    return checkoutResult({ order_id: orderId, domain, registered_at: registeredAt, expires_at: expiresAt }, source);
  }

  private countPaid(kind: OrderKind): void {
    this.checkouts.inc({ outcome: 'paid' });
    this.registrationsPaid.inc({ kind });
  }
}

/** The event that a payment records at once. */
const EVENTS = { registration: [DomainRegistered], renewal: [DomainRenewed], transfer: [] };

/** The events that can end an order whose domain the registry decides later. */
const LATER_EVENTS = {
  registration: [DomainRegistered, DomainRegistrationFailed],
  renewal: [],
  transfer: [DomainTransferredIn, DomainTransferFailed],
};

/** The later decision of the registry; undefined if the domain is registered or renewed at once. */
function planOf({ order, registry, now }: State): { outcome: string; due_at: BusinessTime } | undefined {
  if (order.kind === 'renewal') return undefined;
  const byWord = decidedByWord(DomainName.parse(order.domain).unicodeLabel);
  if (order.kind === 'transfer')
    return { outcome: byWord ?? 'registered', due_at: addDuration(now, registry.transfer_delay) };
  const isLater = byWord !== undefined || registry.registration === 'async';
  return isLater
    ? { outcome: byWord ?? 'registered', due_at: addDuration(now, registry.registration_delay) }
    : undefined;
}

/** Adds the order and its domain to the request log, also for refused payments. */
function setLogContext(caller: Caller, orderId: string, domain: string): void {
  Object.assign(caller, { orderId, domain });
}
