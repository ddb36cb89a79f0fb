import { RegistrantDetails, RegistrationDetails, RenewalOption } from '#domains/contract';
import { Property, Source } from '#platform/contract';

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
