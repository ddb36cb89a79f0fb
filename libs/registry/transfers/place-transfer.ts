import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#identity/access';
import type { IdempotentRequest } from '#platform/http/idempotency';
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
import { findFieldsError, findPriceError, OrderTransaction, strictnessOf } from '#orders';
import type { OrderView } from '#orders/contract';
import type { TransferRequest } from '../contract.js';
import { DomainLocked, InvalidAuthCode, NotRegistered } from '../model/errors.js';

/** Wrong auth codes. All other codes are accepted, so that tests can choose. */
const WRONG_CODE = /^wrong/;

/**
 * Places an order that transfers a domain from another registrar, at the current price.
 * @throws InvalidDomain · UnsupportedTld · ValidationFailed · InvalidAuthCode · PriceNotAccepted · AlreadyHeld ·
 * TransferPending · NotRegistered · DomainLocked · IdempotencyKeyReused · IdempotencyInProgress
 */
@Injectable()
export class PlaceTransfer {
  constructor(
    private readonly registrations: Registrations,
    private readonly transaction: OrderTransaction,
  ) {}

  async execute(
    caller: Caller,
    request: TransferRequest,
    idempotent: IdempotentRequest | undefined,
  ): Promise<OrderView> {
    const { tenant } = caller;
    const quoted = quoteTransfer(request.domain, 1, tenant.currency, tenant.registry.price_percent);
    const { domain, tld, currency, total } = quoted;
    caller.domain = domain;
    return this.transaction.place(caller, idempotent, async tx => {
      const refusal = findRefusal(request, quoted, strictnessOf(caller));
      if (refusal) throw refusal;
      await this.assertTransferable(tx, tenant.id, quoted);
      const owner = ownerFor(tld, request.owner);
      const { settings = null } = request;
      return {
        domain,
        tld,
        currency,
        total,
        years: 1,
        owner,
        settings,
        renews: null,
        kind: 'transfer',
        hasSimpleCheckout: false,
      };
    });
  }

  private async assertTransferable(tx: EntityManager, tenantId: string, quoted: Quote): Promise<void> {
    const holding = await this.registrations.holdingOf(tx, tenantId, quoted.domain);
    if (holding === 'registered') throw new AlreadyHeld();
    // Only domains that are taken in the catalogue can be transferred. A pending order for any other domain registers it.
    if (quoted.catalogueDecision.availability !== 'taken') throw new NotRegistered();
    if (holding === 'pending') throw new TransferPending();
    if (isLockedByWord(quoted.unicodeLabel)) throw new DomainLocked();
  }
}

/** Why a transfer cannot be ordered, apart from the state of the domain; undefined if it can. */
const findRefusal = (
  request: TransferRequest,
  quoted: Quote,
  strictness: ReturnType<typeof strictnessOf>,
): Refusal | undefined =>
  findFieldsError(request, quoted, strictness) ??
  (WRONG_CODE.test(request.auth_code) ? new InvalidAuthCode() : findPriceError(request, quoted, strictness));
