import { mappingOf } from '#platform/database';
import { Contact, ContactUse } from '../model/contact.js';

export const ContactMapping = mappingOf(Contact, 'facades.contacts', {
  tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'contacts_pkey' },
  id: { type: 'integer', primary: true, primaryKeyConstraintName: 'contacts_pkey' },
  details: { type: 'jsonb' },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
});

export const ContactUseMapping = mappingOf(ContactUse, 'facades.contact_uses', {
  tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'contact_uses_pkey' },
  orderId: { name: 'order_id', type: 'text', primary: true, primaryKeyConstraintName: 'contact_uses_pkey' },
  contactId: { name: 'contact_id', type: 'integer' },
});
