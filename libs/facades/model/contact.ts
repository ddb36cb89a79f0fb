import type { BusinessTime } from '#platform/model';
import type { ContactDetails } from '../contract.js';

/** Fields of a contact that have other names in the owner of an order. */
export const CONTACT_FIELDS = { organization: 'organization_name', state: 'state_province' } as const;

/** A registrant that orders of a facade refer to by its number. */
export class Contact {
  tenantId: string;
  /** Counted from 1 in each world. */
  id: number;
  details: ContactDetails;
  createdAt: BusinessTime;
  updatedAt: BusinessTime;

  /** The registrant of an order that is placed with the contact. `extra` is what the registry of the TLD requires. */
  ownerWith(extra: unknown) {
    const { [CONTACT_FIELDS.organization]: organization, [CONTACT_FIELDS.state]: state, ...details } = this.details;
    const { first_name, last_name, email, phone, country, address1, address2, city, postal_code } = details;
    const address = { address1, address2, city, state, postal_code, country };
    return { first_name, last_name, email, phone, organization, ...address, extra: extra ?? undefined };
  }
}

/** An order that was placed with a contact, or whose registration got it later. */
export class ContactUse {
  tenantId: string;
  orderId: string;
  contactId: number;
}
