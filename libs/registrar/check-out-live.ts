import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#identity/access';
import { businessTime, Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database, notification, NOTIFY } from '#platform/database';
import { Idempotency, type IdempotentRequest } from '#platform/http/idempotency';
import type { CheckoutResult } from '#checkout/contract';
import { OrderAlreadyPaid, OrderRefunded, PaymentReferenceUsed, UnsupportedPaymentMethod } from '#checkout/model';
import { DomainName, DomainTaken, findTermError, RegistrationReleased } from '#domains';
import { toDecimal } from '#domains/contract';
import { OrderNotFound } from '#orders/model';
import { CURRENCY, dayOf } from './accounts.js';
import { AskRegistrar } from './ask-registrar.js';
import type { LiveCheckoutRequest } from './contract.js';
import {
  InsufficientCredit,
  PriceChanged,
  PurchaseInProgress,
  RegistrarUnavailable,
  SpendingLimitReached,
  TAKEN,
} from './model/errors.js';
import { availableOf, enter, lockAccount, readSpentSince } from './storage/ledger.js';
import {
  findByReference,
  findOrder,
  findOrderForUpdate,
  findUnfinished,
  type LiveOrder,
  payOrder,
} from './storage/orders.js';
import { findRegistration } from './storage/registrations.js';

/** Topic of notifications about purchases that are due. */
export const PURCHASES_TOPIC = 'registrar.purchases';

const METHODS = ['account'] as const;

const DAY_MS = 86_400_000;

/** What the registrar says about an order that is to be paid. */
interface Sight {
  isTaken: boolean;
  price: number;
}

/**
 * Holds the price of an order and starts its purchase. The answer is the same for ever; the order tells the outcome.
 * @throws UnsupportedPaymentMethod · OrderNotFound · PaymentReferenceUsed · OrderRefunded · OrderAlreadyPaid · DomainTaken ·
 * RegistrationReleased · TermTooLong · PriceChanged · PurchaseInProgress · InsufficientCredit · SpendingLimitReached ·
 * IdempotencyKeyReused · IdempotencyInProgress, and what `AskRegistrar` throws
 */
@Injectable()
export class CheckOutLive {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly registrar: AskRegistrar,
    private readonly idempotency: Idempotency,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute(
    caller: Caller,
    request: LiveCheckoutRequest,
    idempotent: IdempotentRequest | undefined,
  ): Promise<CheckoutResult> {
    const { method } = request.payment;
    if (method !== METHODS[0]) throw new UnsupportedPaymentMethod(METHODS);
    this.registrar.requireConnected();
    const key = { tenant: caller.tenant.id, id: request.order_id };
    const isRepeated = await this.database.transaction(tx => this.idempotency.isDecided(tx, idempotent));
    const open = isRepeated ? undefined : await this.findOpen(key, request.payment.reference);
    const sight = open && (await this.look(open));
    const { subject } = await this.idempotency.runOnce(idempotent, async tx => {
      await this.decide(tx, caller, request, sight);
      return { subject: request.order_id };
    });
    const { domain } = (await findOrder.first(this.database, { ...key, id: subject }))!;
    Object.assign(caller, { orderId: subject, domain });
    return {
      order_id: subject,
      domain,
      status: 'paid',
      domain_status: 'pending',
      registered_at: null,
      expires_at: null,
      meta: { source: this.settings.liveSource },
    };
  }

  /** The order, if only the registrar can tell whether it can be paid. */
  private async findOpen(key: { tenant: string; id: string }, reference: string): Promise<LiveOrder | undefined> {
    const order = await findOrder.first(this.database, key);
    if (order?.status !== 'created') return undefined;
    return (await findByReference.first(this.database, { tenant: key.tenant, reference })) ? undefined : order;
  }

  private async look({ kind, domain, years }: LiveOrder): Promise<Sight> {
    if (kind === 'renewal') return { isTaken: false, price: (await this.registrar.prices(domain)).renew * years };
    const { available } = await this.registrar.check(DomainName.parse(domain));
    return { isTaken: !available, price: (await this.registrar.prices(domain)).register };
  }

  /** The registration can have ended since the order, and can have been extended. */
  private async requireHeld(tx: EntityManager, { tenantId: tenant, domain, years }: LiveOrder): Promise<void> {
    const held = await findRegistration.first(tx, { tenant, domain });
    if (!held) throw new RegistrationReleased();
    const refusal = findTermError(businessTime(held.expiresAt), years, businessTime(this.clock.now()));
    if (refusal) throw refusal;
  }

  private async decide(
    tx: EntityManager,
    caller: Caller,
    { order_id: id, payment: { reference } }: LiveCheckoutRequest,
    sight: Sight | undefined,
  ): Promise<void> {
    const { id: tenant, slug } = caller.tenant;
    // Limits count the orders of all tenants, and domains are theirs together, so checkouts take turns.
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('registrar.checkouts'))`);
    const account = await lockAccount(tx, tenant);
    const order = await findOrderForUpdate.first(tx, { tenant, id });
    if (!order) throw new OrderNotFound();
    Object.assign(caller, { orderId: id, domain: order.domain });
    if (order.reference === reference) return void (caller.repeatsPayment = true);
    if (await findByReference.first(tx, { tenant, reference })) throw new PaymentReferenceUsed(reference);
    if (order.status === 'refunded') throw new OrderRefunded();
    if (order.status !== 'created') throw new OrderAlreadyPaid();
    // The state has changed since the registrar was not asked.
    if (!sight) throw new RegistrarUnavailable(0);
    const { domain, total: amount } = order;
    if (await findUnfinished.first(tx, { domain })) throw new PurchaseInProgress();
    if (order.kind === 'renewal') await this.requireHeld(tx, order);
    if (sight.isTaken) throw new DomainTaken(domain, 'registered', TAKEN);
    if (sight.price !== amount) throw new PriceChanged(toDecimal(sight.price, CURRENCY));
    if (availableOf(account) < amount) throw new InsufficientCredit();
    const now = this.clock.now();
    const day = dayOf(now);
    const { all, own } = await readSpentSince(tx, tenant, day);
    if (own + amount > account.dailyLimit || all + amount > this.settings.registrarDailyLimit)
      throw new SpendingLimitReached(day.getTime() + DAY_MS - now.getTime());
    const { requestId: request, traceparent = null } = caller;
    await payOrder.run(tx, { tenant, id, reference, slug, request, traceparent, now });
    await enter(tx, { kind: 'hold', tenant, amount, order: id, now });
    await tx.query(NOTIFY, notification(PURCHASES_TOPIC, id));
  }
}
