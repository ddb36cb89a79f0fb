import { Injectable } from '@nestjs/common';
import { RegistrationNotFound, Registrations } from '#domains';
import { DomainDeleted, DomainTransferredAway } from '#domains/events';
import { OrderRepository } from '#orders';
import { amountOf } from '#orders/contract';
import type { DeletedRegistration, TransferredRegistration } from '../contract.js';
import { DomainLocked, InvalidAuthCode } from '../model/errors.js';
import { isRefundable } from './refund.js';
import { authCodeOf } from './auth-code.js';
import { type ChangeRequest, type ChangeState, RegistrationChanges } from './registration-changes.js';
import { RegistrationEvents } from './registration-events.js';

/** Removes registrations before their release: deletions and transfers to another registrar. */
@Injectable()
export class EndRegistration {
  constructor(
    private readonly registrations: Registrations,
    private readonly orders: OrderRepository,
    private readonly changes: RegistrationChanges,
    private readonly events: RegistrationEvents,
  ) {}

  /**
   * Deletes a registration, and refunds its order if the domain was registered recently.
   * @throws RegistrationNotFound, and the errors of `RegistrationChanges.run`
   */
  delete(request: ChangeRequest): Promise<DeletedRegistration> {
    return this.changes.run(request, async state => {
      const { registration, order } = requireHeld(state);
      const { tx, now } = state;
      const refunded = order && isRefundable(order, registration.registeredAt, now) ? order : undefined;
      if (refunded) await this.orders.refund(tx, refunded, { reason: 'deleted', at: now });
      const refund = refunded ? amountOf(refunded) : null;
      await this.registrations.remove(tx, registration);
      await this.events.record(state, DomainDeleted, registration, { status: 'deleted', refund });
      await this.changes.audit(state, { action: 'domain.delete', after: { refund } });
      return { domain: registration.domain, deleted_at: now.toISOString(), refund };
    });
  }

  /**
   * Lets another registrar take over a domain. Its order stays paid.
   * @throws RegistrationNotFound · DomainLocked · InvalidAuthCode, and the errors of `RegistrationChanges.run`
   */
  transferOut(request: ChangeRequest, authCode: string): Promise<TransferredRegistration> {
    return this.changes.run(request, async state => {
      const { registration } = requireHeld(state);
      if (registration.locked) throw new DomainLocked();
      if (authCode !== authCodeOf(registration)) throw new InvalidAuthCode();
      await this.registrations.remove(state.tx, registration);
      await this.events.record(state, DomainTransferredAway, registration, { status: 'transferred_away' });
      const transferred_at = state.now.toISOString();
      await this.changes.audit(state, { action: 'domain.transfer-out', after: { transferred_at } });
      return { domain: registration.domain, transferred_at };
    });
  }
}

function requireHeld({ held }: ChangeState) {
  if (!held) throw new RegistrationNotFound();
  return held;
}
