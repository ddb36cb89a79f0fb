import { IntersectionType } from '@nestjs/swagger';
import { METHODS } from '#checkout/contract';
import {
  DomainField,
  NameserversField,
  Owner,
  RegistrantDetails,
  RegistrationDetails,
  RegistrationSettings,
  RenewalOption,
} from '#domains/contract';
import { Amount, type MaxAmount, MaxAmountField } from '#orders/contract';
import {
  BooleanField,
  DateTime,
  EnumField,
  ObjectField,
  Property,
  Source,
  TextField,
  WithSource,
} from '#platform/contract';

/** A registration with its state and its registrant. */
export class RegistrationWithContact extends RegistrationDetails {
  @Property({
    type: RegistrantDetails,
    nullable: true,
    description: 'Present registrant: the `owner` of the order unless it was changed; null if there is neither.',
  })
  contact: RegistrantDetails | null;
}

export class RegistrationResult extends IntersectionType(RegistrationWithContact, WithSource) {}

/** A registration in the portal, with the terms of its renewal and deletion. */
export class RegistrationView extends RegistrationWithContact {
  /**
   * Terms by which the registration can be renewed now, shortest first; empty if every renewal would end more than 10
   * years from now.
   */
  renewals: RenewalOption[];

  /** Amount that a deletion refunds now; null if it refunds nothing. */
  @Property({ type: Amount, nullable: true }) deletion_refund: Amount | null;
}

export class TransferRequest {
  @DomainField() domain: string;

  /** Code of the domain at the registrar that holds it. Every code is accepted unless it begins with `wrong`. @example EPP-1234 */
  @TextField({ max: 255 }) auth_code: string;

  /** Registrant of the domain. */
  @ObjectField(Owner) owner: Owner;

  /** Settings of the registration (default: name servers of Nameyard, locked, no automatic renewal, no privacy). */
  @ObjectField(RegistrationSettings, { optional: true }) settings?: RegistrationSettings;

  @MaxAmountField() max_amount?: MaxAmount;
}

/** Members to change; at least one. The others stay as they are. */
export class UpdateRegistrationRequest {
  @NameserversField({ isChange: true }) nameservers?: string[];

  /** Whether the domain is locked against transfers to another registrar. @example false */
  @BooleanField({ optional: true, isChange: true }) locked?: boolean;

  /** Whether the registration is renewed for a year when it expires. @example true */
  @BooleanField({ optional: true, isChange: true }) auto_renew?: boolean;

  /** Whether the registrant is hidden from the public. The TLD us does not support it. @example true */
  @BooleanField({ optional: true, isChange: true }) privacy?: boolean;

  /** Simulated payment method of the automatic renewal. @example test */
  @EnumField({ of: METHODS, optional: true, isChange: true }) payment_method?: (typeof METHODS)[number];

  /** New registrant, which replaces the present one as a whole. The owner of the order does not change. */
  @ObjectField(Owner, { optional: true, isChange: true }) contact?: Owner;
}

/** A registration that was deleted. */
export class DeletedRegistration {
  /** Deleted domain. @example example.com */
  domain: string;

  /** Time of the deletion. */
  @DateTime() deleted_at: string;

  /** Refunded amount if an order registered the domain less than 120 hours before; otherwise null. */
  @Property({ type: Amount, nullable: true }) refund: Amount | null;
}

export class DeletionResult extends IntersectionType(DeletedRegistration, WithSource) {}

export class AuthCode {
  /** Domain in its normal form. @example example.com */
  domain: string;

  /** Code that another registrar needs to take over the domain. @example 3f8a4b5c6d7e8f90 */
  auth_code: string;
}

export class AuthCodeResult extends AuthCode {
  /** Origin of the result. */
  meta: Source;
}

/** A registration that another registrar has taken over. */
export class TransferredRegistration {
  /** Domain in its normal form. @example example.com */
  domain: string;

  /** Time of the transfer. */
  @DateTime() transferred_at: string;
}
