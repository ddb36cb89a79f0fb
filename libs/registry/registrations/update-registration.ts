import { Injectable } from '@nestjs/common';
import { stringify } from 'safe-stable-stringify';
import { businessTime } from '#platform/process/clock';
import { ValidationFailed } from '#platform/model';
import {
  featuresOf,
  isUnverified,
  ownerFor,
  ownerProblems,
  type Registration,
  RegistrationNotFound,
  Registrations,
  statusOf,
} from '#domains';
import { VERIFICATION_DAYS } from '#domains/model';
import { DomainUpdated, DomainVerificationDue, DomainVerified } from '#domains/events';
import { strictnessOf } from '#orders';
import type { RegistrationWithContact, UpdateRegistrationRequest } from '../contract.js';
import { NothingPending } from '../model/errors.js';
import { FindRegistrations } from './find-registrations.js';
import { type ChangeRequest, type ChangeState, RegistrationChanges } from './registration-changes.js';
import { RegistrationEvents } from './registration-events.js';

/** The column of each member, in the order of `changed` in events. */
const COLUMNS = {
  nameservers: 'nameservers',
  locked: 'locked',
  auto_renew: 'autoRenew',
  privacy: 'privacy',
  payment_method: 'paymentMethod',
  contact: 'contact',
} as const;

type Member = keyof typeof COLUMNS;

const MEMBERS = Object.keys(COLUMNS) as Member[];

const VERIFICATION_MS = VERIFICATION_DAYS * 86_400_000;

/** Changes the settings and the contact of a registration, and verifies its email address. */
@Injectable()
export class UpdateRegistration {
  constructor(
    private readonly find: FindRegistrations,
    private readonly registrations: Registrations,
    private readonly changes: RegistrationChanges,
    private readonly events: RegistrationEvents,
  ) {}

  /** @throws ValidationFailed · RegistrationNotFound, and the errors of `RegistrationChanges.run` */
  execute(request: ChangeRequest, body: UpdateRegistrationRequest): Promise<RegistrationWithContact> {
    if (Object.keys(body).length === 0)
      throw ValidationFailed.of('body', `must have at least one of ${MEMBERS.join(', ')}`);
    return this.changes.run(request, async state => {
      checkFields(state, body);
      if (!state.held) throw new RegistrationNotFound();
      return this.update(state, state.held.registration, body);
    });
  }

  private async update(
    state: ChangeState,
    registration: Registration,
    body: UpdateRegistrationRequest,
  ): Promise<RegistrationWithContact> {
    const before = await this.find.viewOf(registration, state.now, state.tx);
    const values = { ...body, contact: ownerFor(registration.tld, body.contact) };
    const changed = MEMBERS.filter(
      member => values[member] !== undefined && stringify(values[member]) !== stringify(before[member]),
    );
    if (changed.length === 0) return before;
    const columns = changed.map(member => [COLUMNS[member], values[member]]);
    await this.registrations.change(state.tx, registration, Object.fromEntries(columns));
    await this.events.record(state, DomainUpdated, registration, {
      status: statusOf(registration, state.now),
      changed,
    });
    const email = values.contact?.email;
    if (email !== undefined && email !== before.contact?.email) await this.changeEmail(state, registration, email);
    await this.changes.audit(state, {
      action: 'domain.update',
      before: pick(before, changed),
      after: pick(values, changed),
    });
    return this.find.details(registration.tenantId, registration.domain, state.now, state.tx);
  }

  /** An unverified address gets a deadline; any other address ends a pending verification. */
  private async changeEmail(state: ChangeState, registration: Registration, email: string): Promise<void> {
    if (!isUnverified(email, registration.tld)) {
      if (needsVerification(registration)) await this.endVerification(state, registration);
      return;
    }
    const verificationDueAt = businessTime(state.now.getTime() + VERIFICATION_MS);
    await this.registrations.change(state.tx, registration, { verificationDueAt });
    const due_at = verificationDueAt.toISOString();
    const status = statusOf(registration, state.now);
    await this.events.record(state, DomainVerificationDue, registration, { status, due_at });
  }

  /**
   * Verifies the email address of the contact.
   * @throws NothingPending, and the errors of `RegistrationChanges.run`
   */
  verify(request: ChangeRequest): Promise<RegistrationWithContact> {
    return this.changes.run(request, async state => {
      const registration = state.held?.registration;
      if (!registration || !needsVerification(registration)) throw new NothingPending();
      const { verificationDueAt, suspended } = registration;
      await this.endVerification(state, registration);
      await this.changes.audit(state, {
        action: 'domain.verify',
        before: { verification_due_at: verificationDueAt, suspended },
        after: { verification_due_at: null, suspended: false },
      });
      return this.find.details(registration.tenantId, registration.domain, state.now, state.tx);
    });
  }

  private async endVerification(state: ChangeState, registration: Registration): Promise<void> {
    await this.registrations.change(state.tx, registration, { verificationDueAt: null, suspended: false });
    await this.events.record(state, DomainVerified, registration, { status: statusOf(registration, state.now) });
  }
}

const needsVerification = ({ verificationDueAt, suspended }: Registration): boolean =>
  verificationDueAt !== null || suspended;

/** Checks the rules of the TLD and of the tenant. */
function checkFields({ caller, name: { tld } }: ChangeState, { contact, privacy }: UpdateRegistrationRequest): void {
  const { strict_owners: strict } = strictnessOf(caller);
  const problems = contact ? ownerProblems(tld, contact, { strict, field: 'contact' }) : [];
  if (privacy && !featuresOf(tld).includes('privacy'))
    problems.push({ field: 'privacy', message: `must be false, because .${tld} does not support it` });
  if (problems.length > 0) throw new ValidationFailed(problems);
}

const pick = (source: Partial<Record<Member, unknown>>, members: Member[]) =>
  Object.fromEntries(members.map(member => [member, source[member]]));
