import {
  DomainField,
  Owner,
  RegistrantDetails,
  RegistrationDetails,
  RegistrationSettings,
  RenewalOption,
} from '#domains/contract';
import { type MaxAmount, MaxAmountField } from '#orders/contract';
import { ObjectField, Property, Source, TextField } from '#platform/contract';

/** A registration with its state and its registrant. */
export class RegistrationWithContact extends RegistrationDetails {
  @Property({
    type: RegistrantDetails,
    nullable: true,
    description: 'Present registrant: the `owner` of the order unless it was changed; null if there is neither.',
  })
  contact: RegistrantDetails | null;
}

export class RegistrationResult extends RegistrationWithContact {
  /** Origin of the result. */
  meta: Source;
}

/** A registration in the portal, with the terms of its renewal. */
export class RegistrationView extends RegistrationWithContact {
  /**
   * Terms by which the registration can be renewed now, shortest first; empty if every renewal would end more than 10
   * years from now.
   */
  renewals: RenewalOption[];
}

export class TransferRequest {
  @DomainField() domain: string;

  /** Code of the domain at the registrar that holds it. Every code is right unless it begins with `wrong`. @example EPP-1234 */
  @TextField({ max: 255 }) auth_code: string;

  /** Registrant of the domain. */
  @ObjectField(Owner) owner: Owner;

  /** Settings of the registration (default: those of every registration). */
  @ObjectField(RegistrationSettings, { optional: true }) settings?: RegistrationSettings;

  @MaxAmountField() max_amount?: MaxAmount;
}
