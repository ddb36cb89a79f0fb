import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller, OperationName } from '#identity/access';
import { type Actor, audit, type Change } from '#platform/security/audit';
import { type BusinessTime, Clock } from '#platform/process/clock';
import type { IdempotentRequest } from '#platform/http/idempotency';
import { DomainName, type Registration, Registrations } from '#domains';
import { type Order, OrderRepository } from '#orders';
import { TenantClocks } from '#tenancy';
import { AfterDueEvents } from '../due/after-due-events.js';

/** A requested change of a registration, and who requests it. */
export interface ChangeRequest {
  caller: Caller;
  /** Domain as sent. */
  domain: string;
  /** The operation of the API; undefined for the portal and for test control. */
  operation?: OperationName;
  idempotent?: IdempotentRequest | undefined;
  /** For the audit log; undefined for an API key. */
  by?: Actor | undefined;
}

/** The locked registration and the context of a change. */
export interface ChangeState extends ChangeRequest {
  tx: EntityManager;
  now: BusinessTime;
  name: DomainName;
  /** Locked by the transaction; undefined if the tenant does not hold the domain. */
  held: { registration: Registration; order: Order | undefined } | undefined;
}

/** Runs the changes of a registration one at a time, each after all due events of the tenant. */
@Injectable()
export class RegistrationChanges {
  constructor(
    private readonly registrations: Registrations,
    private readonly orders: OrderRepository,
    private readonly clocks: TenantClocks,
    private readonly afterDueEvents: AfterDueEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs a change in a transaction, and returns its response. A known idempotency key returns the first response.
   * @throws InvalidDomain · UnsupportedTld · IdempotencyKeyReused · IdempotencyInProgress, or the refusals of `change`
   */
  async run<Response extends object>(
    request: ChangeRequest,
    change: (state: ChangeState) => Promise<Response>,
  ): Promise<Response> {
    const { caller, idempotent } = request;
    const { tenant } = caller;
    const name = DomainName.parse(request.domain);
    caller.domain = name.name;
    const lock = (tx: EntityManager) => this.lock(tx, tenant.id, name.name);
    const response = await this.afterDueEvents.run(tenant, idempotent, lock, async (tx, { now, held }) => {
      if (held?.order) caller.orderId = held.order.id;
      return JSON.stringify(await change({ ...request, tx, now, name, held }));
    });
    return JSON.parse(response) as Response;
  }

  /** Adds a change by a person to the audit log. */
  async audit({ tx, by, caller, name }: ChangeState, change: Pick<Change, 'action' | 'before' | 'after'>) {
    if (by) await audit(tx, by, { ...change, tenantId: caller.tenant.id, subject: name.name }, this.clock.now());
  }

  /** Locks the clock, then the order, then the registration, as payments and resets do. */
  private async lock(tx: EntityManager, tenantId: string, domain: string): Promise<Pick<ChangeState, 'now' | 'held'>> {
    const now = await this.clocks.lockAndRead(tx, tenantId);
    for (;;) {
      const seen = await this.registrations.find(tenantId, domain, tx);
      if (!seen) return { now, held: undefined };
      const { orderId } = seen;
      const order = orderId === null ? undefined : await this.orders.findForUpdate(tx, tenantId, orderId);
      const registration = await this.registrations.findForUpdate(tx, tenantId, domain);
      // Reads again if the domain was registered again before its order was locked.
      if (registration?.registeredAt && registration.orderId === orderId) return { now, held: { registration, order } };
    }
  }
}
