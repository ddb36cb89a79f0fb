import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#identity/access';
import { businessTime, Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database, notification, NOTIFY } from '#platform/database';
import { Idempotency, type IdempotentRequest } from '#platform/http/idempotency';
import { type CheckoutResult, checkoutResult } from '#checkout/contract';
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
import { availableOf, addEntry, lockAccount, readSpentSince } from './storage/ledger.js';
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

/** Availability and current price of an open order at the registrar. */
interface RegistrarQuote {
  isTaken: boolean;
  price: number;
}

/**
 * Holds the price of an order and starts its purchase. The response is always the same; only the order has the outcome.
 * @throws UnsupportedPaymentMethod · OrderNotFound · PaymentReferenceUsed · OrderRefunded · OrderAlreadyPaid · DomainTaken ·
 * RegistrationReleased · TermTooLong · PriceChanged · PurchaseInProgress · InsufficientCredit · SpendingLimitReached ·
 * IdempotencyKeyReused · IdempotencyInProgress, and errors of `AskRegistrar`
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
    const quote = open && (await this.askFor(open));
    const { subject } = await this.idempotency.runOnce(idempotent, async tx => {
      await this.pay(tx, caller, request, quote);
      return { subject: request.order_id };
    });
    const { domain } = (await findOrder.first(this.database, { ...key, id: subject }))!;
    Object.assign(caller, { orderId: subject, domain });
    return checkoutResult({ order_id: subject, domain }, this.settings.liveSource);
  }

  /** Finds an open order whose payment reference is unused. Other requests fail or are repeats: the registrar is not asked. */
  private async findOpen(key: { tenant: string; id: string }, reference: string): Promise<LiveOrder | undefined> {
    const order = await findOrder.first(this.database, key);
    if (order?.status !== 'created') return undefined;
    return (await findByReference.first(this.database, { tenant: key.tenant, reference })) ? undefined : order;
  }

  private async askFor({ kind, domain, years }: LiveOrder): Promise<RegistrarQuote> {
    if (kind === 'renewal') return { isTaken: false, price: (await this.registrar.prices(domain)).renew * years };
    const { available } = await this.registrar.check(DomainName.parse(domain));
    return { isTaken: !available, price: (await this.registrar.prices(domain)).register };
  }

  /** Checks the registration again, which may have ended or may have been renewed since the order. */
  private async requireHeld(tx: EntityManager, { tenantId: tenant, domain, years }: LiveOrder): Promise<void> {
    const held = await findRegistration.first(tx, { tenant, domain });
    if (!held) throw new RegistrationReleased();
    const refusal = findTermError(businessTime(held.expiresAt), years, businessTime(this.clock.now()));
    if (refusal) throw refusal;
  }

  private async pay(
    tx: EntityManager,
    caller: Caller,
    { order_id: id, payment: { reference } }: LiveCheckoutRequest,
    quote: RegistrarQuote | undefined,
  ): Promise<void> {
    const { id: tenant, slug } = caller.tenant;
    // Serializes all checkouts: the daily limit counts all tenants, and a domain can be bought by one tenant only.
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('registrar.checkouts'))`);
    const order = await findOrderForUpdate.first(tx, { tenant, id });
    if (!order) throw new OrderNotFound();
    Object.assign(caller, { orderId: id, domain: order.domain });
    if (order.reference === reference) return void (caller.repeatsPayment = true);
    if (await findByReference.first(tx, { tenant, reference })) throw new PaymentReferenceUsed(reference);
    if (order.status === 'refunded') throw new OrderRefunded();
    if (order.status !== 'created') throw new OrderAlreadyPaid();
    // The registrar was not asked, but meanwhile the stored result has expired or the order has become payable.
    if (!quote) throw new RegistrarUnavailable(0);
    const { domain, total: amount } = order;
    // Like outcomes, locks the order first and the account second; the reverse order could deadlock with them.
    const account = await lockAccount(tx, tenant);
    if (await findUnfinished.first(tx, { domain })) throw new PurchaseInProgress();
    if (order.kind === 'renewal') await this.requireHeld(tx, order);
    if (quote.isTaken) throw new DomainTaken(domain, 'registered', TAKEN);
    if (quote.price !== amount) throw new PriceChanged(toDecimal(quote.price, CURRENCY));
    if (availableOf(account) < amount) throw new InsufficientCredit();
    const now = this.clock.now();
    const day = dayOf(now);
    const { all, own } = await readSpentSince(tx, tenant, day);
    if (own + amount > account.dailyLimit || all + amount > this.settings.registrarDailyLimit)
      throw new SpendingLimitReached(day.getTime() + DAY_MS - now.getTime());
    const { requestId: request, traceparent = null } = caller;
    await payOrder.run(tx, { tenant, id, reference, slug, request, traceparent, now });
    await addEntry(tx, { kind: 'hold', tenant, amount, order: id, now });
    await tx.query(NOTIFY, notification(PURCHASES_TOPIC, id));
  }
}
