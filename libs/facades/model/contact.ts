import type { BusinessTime } from '#platform/model';
import type { ContactDetails } from '../contract.js';

/** Names of contact fields by the names of the same fields in the owner of an order, where they differ. */
export const CONTACT_FIELDS = { organization: 'organization_name', state: 'state_province' } as const;

/** A registrant that orders of a facade refer to by its number. */
export class Contact {
  tenantId: string;
  /** Counted from 1 in each tenant. */
  id: number;
  details: ContactDetails;
  createdAt: BusinessTime;
  updatedAt: BusinessTime;

  /** The contact as the owner of an order. `extra` has the details that the registry of the TLD requires. */
  ownerWith(extra: unknown) {
    const { [CONTACT_FIELDS.organization]: organization, [CONTACT_FIELDS.state]: state, ...details } = this.details;
    const { first_name, last_name, email, phone, country, address1, address2, city, postal_code } = details;
    const address = { address1, address2, city, state, postal_code, country };
    return { first_name, last_name, email, phone, organization, ...address, extra: extra ?? undefined };
  }
}

/** An order whose registrant is a contact, since the order was placed or since a change of the registrant. */
export class ContactUse {
  tenantId: string;
  orderId: string;
  contactId: number;
}
