import { Injectable } from '@nestjs/common';
import { type Caller, DEFAULT_REGISTRY, type PathTenant, type RegistrySettings } from '#identity/access';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database, Notifications } from '#platform/database';
import { ValidationFailed } from '#platform/model';
import type { OrderResult } from '#orders/contract';
import { EndRegistration, UndecidedOrders, UpdateRegistration } from '#registry';
import type { RegistrationWithContact, TransferredRegistration } from '#registry/contract';
import { ClockRepository } from '#tenancy';
import type { DecideRequest, TransferOutRequest, VerifyContactRequest } from '../contract.js';

/** Changes the simulated registry of a tenant, and acts as the registry, as registrants and as other registrars. */
@Injectable()
export class RegistryControl {
  constructor(
    private readonly database: Database,
    private readonly clocks: ClockRepository,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
    private readonly undecided: UndecidedOrders,
    private readonly updateRegistration: UpdateRegistration,
    private readonly endRegistration: EndRegistration,
  ) {}

  async settings(tenantId: string): Promise<RegistrySettings> {
    return { ...DEFAULT_REGISTRY, ...(await this.clocks.get(tenantId)).registry };
  }

  /** Replaces all settings, and returns when all processes use them and no payment with the old settings is running. */
  async replace(
    tenant: Pick<PathTenant, 'id' | 'slug'>,
    request: Partial<RegistrySettings>,
    by?: Actor,
  ): Promise<RegistrySettings> {
    const settings = withDefaults(request);
    await this.database.transaction(async tx => {
      const clock = await this.clocks.lock(tx, tenant.id, 'exclusive');
      const before = clock.registry ?? DEFAULT_REGISTRY;
      clock.registry = settings;
      await this.clocks.save(tx, tenant.slug, clock);
      const change = { tenantId: tenant.id, action: 'registry.change', subject: tenant.id, before, after: settings };
      if (by) await audit(tx, by, change, this.clock.now());
    });
    await this.notifications.confirmed();
    return settings;
  }

  /**
   * Decides the order of a domain at once, and returns it.
   * @throws ValidationFailed · InvalidDomain · UnsupportedTld · NothingPending
   */
  async decide(caller: Caller, { domain, outcome, reason }: DecideRequest, by?: Actor): Promise<OrderResult> {
    if (outcome === 'registered' && reason !== undefined)
      throw new ValidationFailed([{ field: 'reason', message: 'must be omitted when outcome is registered' }]);
    return this.undecided.decide(caller, domain, { outcome, reason }, by);
  }

  /**
   * Verifies the email address of the contact of a domain.
   * @throws InvalidDomain · UnsupportedTld · NothingPending
   */
  verify(caller: Caller, { domain }: VerifyContactRequest, by?: Actor): Promise<RegistrationWithContact> {
    return this.updateRegistration.verify({ caller, domain, by });
  }

  /**
   * Lets another registrar take over a domain.
   * @throws InvalidDomain · UnsupportedTld · RegistrationNotFound · DomainLocked · InvalidAuthCode
   */
  transferOut(
    caller: Caller,
    { domain, auth_code: authCode }: TransferOutRequest,
    by?: Actor,
  ): Promise<TransferredRegistration> {
    return this.endRegistration.transferOut({ caller, domain, by }, authCode);
  }
}

export const withDefaults = (settings: Partial<RegistrySettings>): RegistrySettings => ({
  ...DEFAULT_REGISTRY,
  ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== null)),
});
