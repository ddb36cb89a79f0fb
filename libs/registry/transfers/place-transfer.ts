import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Metrics } from '#platform/http';
import { Idempotency, type IdempotentRequest } from '#platform/http/idempotency';
import type { Refusal } from '#platform/http/errors';
import {
  AlreadyHeld,
  isLockedByWord,
  ownerFor,
  quoteTransfer,
  Registrations,
  TransferPending,
  type Quote,
} from '#domains';
import { countOrders, findFieldsError, findPriceError, Order, OrderRepository, strictnessOf } from '#orders';
import { orderView, type OrderView } from '#orders/contract';
import { TenantClocks } from '#tenancy';
import type { TransferRequest } from '../contract.js';
import { DomainLocked, InvalidAuthCode, NotRegistered } from '../model/errors.js';

/** Every other code is right, so that tests can choose. */
const WRONG_CODE = /^wrong/;

/**
 * Places an order that transfers a domain from another registrar, at the current price.
 * @throws InvalidDomain · UnsupportedTld · InvalidAuthCode · PriceNotAccepted · AlreadyHeld · TransferPending · NotRegistered · DomainLocked ·
 * IdempotencyKeyReused · IdempotencyInProgress
 */
@Injectable()
export class PlaceTransfer {
  private readonly placed;

  constructor(
    private readonly orders: OrderRepository,
    private readonly registrations: Registrations,
    private readonly idempotency: Idempotency,
    private readonly clocks: TenantClocks,
    @Inject(SETTINGS) private readonly settings: Settings,
    metrics: Metrics,
  ) {
    this.placed = countOrders(metrics);
  }

  async execute(
    caller: Caller,
    request: TransferRequest,
    idempotent: IdempotentRequest | undefined,
  ): Promise<OrderView> {
    const { tenant } = caller;
    const quoted = quoteTransfer(request.domain, 1, tenant.currency, tenant.registry.price_percent);
    caller.domain = quoted.domain;
    let isNew = false;
    const { subject } = await this.idempotency.runOnce(
      idempotent,
      async tx => {
        const order = await this.place(tx, caller, request, quoted);
        isNew = true;
        return { subject: order.id };
      },
      tx => this.clocks.lockAndRead(tx, tenant.id),
    );
    if (isNew) this.placed.inc({ kind: 'transfer' });
    caller.orderId = subject;
    return orderView(await this.orders.get(tenant.id, subject), this.settings.source);
  }

  private async place(tx: EntityManager, caller: Caller, request: TransferRequest, quoted: Quote): Promise<Order> {
    const { tenant } = caller;
    const at = await this.clocks.lockAndRead(tx, tenant.id);
    const refusal = findRefusal(request, quoted, strictnessOf(caller));
    if (refusal) throw refusal;
    await this.assertTransferable(tx, tenant.id, quoted);
    const { domain, tld, currency, total } = quoted;
    const owner = ownerFor(tld, request.owner);
    const settings = request.settings ?? null;
    const terms = { domain, tld, currency, total, years: 1, owner, settings, renews: null };
    const order = Order.place({
      ...terms,
      tenantId: tenant.id,
      channel: caller.channel ?? 'api',
      kind: 'transfer',
      isPlain: false,
      at,
    });
    await this.orders.add(tx, order);
    return order;
  }

  private async assertTransferable(tx: EntityManager, tenantId: string, quoted: Quote): Promise<void> {
    const holding = await this.registrations.holdingOf(tx, tenantId, quoted.domain);
    if (holding === 'registered') throw new AlreadyHeld();
    // What is pending otherwise is a registration.
    if (quoted.decision.availability !== 'taken') throw new NotRegistered();
    if (holding === 'pending') throw new TransferPending();
    if (isLockedByWord(quoted.unicodeLabel)) throw new DomainLocked();
  }
}

/** Why a transfer cannot be ordered whatever the state of the domain; undefined if it can. */
const findRefusal = (
  request: TransferRequest,
  quoted: Quote,
  strictness: ReturnType<typeof strictnessOf>,
): Refusal | undefined =>
  findFieldsError(request, quoted, strictness) ??
  (WRONG_CODE.test(request.auth_code) ? new InvalidAuthCode() : findPriceError(request, quoted, strictness));
