import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#identity/access';
import { businessTime, Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database } from '#platform/database';
import { Idempotency, type IdempotentRequest } from '#platform/http/idempotency';
import { type BrokenField, ValidationFailed } from '#platform/model';
import { newId } from '#platform/security/ids';
import {
  covers,
  DomainName,
  DomainTaken,
  featuresOf,
  findTermError,
  ownerFor,
  ownerProblems,
  RegistrationNotFound,
} from '#domains';
import { toDecimal } from '#domains/contract';
import { type MaxAmount, type OrderView, type Owner, orderView } from '#orders/contract';
import { PriceNotAccepted } from '#orders/model';
import { CURRENCY } from './accounts.js';
import { AskRegistrar } from './ask-registrar.js';
import type { LiveOrderRequest, LiveRenewalRequest } from './contract.js';
import { orderOf } from './live-orders.js';
import { RegistrarUnavailable, TAKEN } from './model/errors.js';
import { findOrder, insertOrder, type NewLiveOrder } from './storage/orders.js';
import { findRegistration } from './storage/registrations.js';

/** Optional fields of the API that the registrar requires of every registrant. */
const REQUIRED = ['phone', 'country', 'address1', 'city', 'state', 'postal_code'] as const;

/**
 * Places orders at the price of the registrar. Nothing is reserved or charged until the checkout.
 * @throws InvalidDomain · UnsupportedTld · ValidationFailed · PriceNotAccepted · DomainTaken · RegistrationNotFound ·
 * TermTooLong · IdempotencyKeyReused · IdempotencyInProgress, and errors of `AskRegistrar`
 */
@Injectable()
export class PlaceLiveOrder {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly registrar: AskRegistrar,
    private readonly idempotency: Idempotency,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async register(
    caller: Caller,
    request: LiveOrderRequest,
    idempotent: IdempotentRequest | undefined,
  ): Promise<OrderView> {
    const name = DomainName.parse(request.domain);
    const owner = ownerFor(name.tld, request.owner);
    return this.place(caller, name, idempotent, async () => {
      const problems = [...problemsOf(request, name.tld), ...currencyProblems(request.max_amount)];
      if (problems.length > 0) throw new ValidationFailed(problems);
      const { available, premium } = await this.registrar.check(name);
      const { register: total } = await this.registrar.prices(name.name);
      requireAccepted(request.max_amount, { total, isPremium: premium });
      if (!available) throw new DomainTaken(name.name, 'registered', TAKEN);
      const { years, settings = null } = request;
      return { kind: 'registration', years, total, owner, settings, privacy: settings?.privacy ?? false };
    });
  }

  async renew(
    caller: Caller,
    request: LiveRenewalRequest,
    idempotent: IdempotentRequest | undefined,
  ): Promise<OrderView> {
    const name = DomainName.parse(request.domain);
    return this.place(caller, name, idempotent, async () => {
      const problems = currencyProblems(request.max_amount);
      if (problems.length > 0) throw new ValidationFailed(problems);
      const held = await findRegistration.first(this.database, { tenant: caller.tenant.id, domain: name.name });
      const { years } = request;
      const { renew, premium } = await this.registrar.prices(name.name);
      requireAccepted(request.max_amount, { total: renew * years, isPremium: premium || held?.premium === true });
      if (!held) throw new RegistrationNotFound();
      const refusal = findTermError(businessTime(held.expiresAt), years, businessTime(this.clock.now()));
      if (refusal) throw refusal;
      return { kind: 'renewal', years, total: renew * years, owner: held.owner, settings: null, privacy: false };
    });
  }

  /** A repeated request is answered without asking the registrar. */
  private async place(
    caller: Caller,
    { name: domain, tld }: DomainName,
    idempotent: IdempotentRequest | undefined,
    readTerms: () => Promise<Pick<NewLiveOrder, 'kind' | 'years' | 'total' | 'owner' | 'settings' | 'privacy'>>,
  ): Promise<OrderView> {
    this.registrar.requireConnected();
    caller.domain = domain;
    const { id: tenantId } = caller.tenant;
    const isRepeated = await this.database.transaction(tx => this.idempotency.isDecided(tx, idempotent));
    // A refusal is thrown inside of `runOnce`, which stores it for the key.
    const terms = isRepeated ? undefined : await readTerms().catch((refusal: unknown) => ({ refusal }));
    const { subject } = await this.idempotency.runOnce(idempotent, async (tx: EntityManager) => {
      // The stored result has expired since `isDecided`.
      if (!terms) throw new RegistrarUnavailable(0);
      if ('refusal' in terms) throw terms.refusal;
      const id = newId('ord');
      await insertOrder.run(tx, { id, tenantId, domain, tld, ...terms, createdAt: this.clock.now() });
      return { subject: id };
    });
    caller.orderId = subject;
    const order = await findOrder.first(this.database, { tenant: tenantId, id: subject });
    return orderView(orderOf(order!), this.settings.liveSource);
  }
}

function problemsOf({ owner, settings }: LiveOrderRequest, tld: string): BrokenField[] {
  const missing = REQUIRED.filter(field => !owner[field]).map(field => ({
    field: `owner.${field}`,
    message: 'is required by the registrar',
  }));
  const ofTld = ownerProblems(tld, owner as Owner, { strict: true, field: 'owner' }).filter(
    ({ field }) => !missing.some(problem => problem.field === field),
  );
  const unsupported = (['nameservers', 'locked'] as const).filter(field => settings?.[field] !== undefined);
  const settingProblems = unsupported.map(field => ({
    field: `settings.${field}`,
    message: 'is not supported at the registrar',
  }));
  if (settings?.auto_renew)
    settingProblems.push({ field: 'settings.auto_renew', message: 'must be false; order renewals instead' });
  if (settings?.privacy && !featuresOf(tld).includes('privacy'))
    settingProblems.push({ field: 'settings.privacy', message: `must be false, because .${tld} does not support it` });
  return [...missing, ...ofTld, ...settingProblems];
}

const currencyProblems = (max: MaxAmount | undefined): BrokenField[] =>
  max && max.currency !== CURRENCY
    ? [{ field: 'max_amount.currency', message: `must be ${CURRENCY}, the currency of the registrar` }]
    : [];

/** @throws PriceNotAccepted */
function requireAccepted(max: MaxAmount | undefined, { total, isPremium }: { total: number; isPremium: boolean }) {
  const amount = { currency: CURRENCY, total: toDecimal(total, CURRENCY) };
  if (max && !covers(max.total, total, CURRENCY))
    throw new PriceNotAccepted('max_amount.total', 'is less than the price', amount);
  if (isPremium && !max) throw new PriceNotAccepted('max_amount', 'is required to accept the premium price', amount);
}
