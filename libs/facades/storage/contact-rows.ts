import type { EntityManager } from 'typeorm';
import { RowsOfTenant } from '#platform/database';
import { Contact, ContactUse } from '../model/contact.js';
import { ContactMapping, ContactUseMapping } from './contact.mapping.js';
import { AssignedNumberMapping, LastNumberMapping } from './number.mapping.js';

export const contactRows = new RowsOfTenant(ContactMapping, 'id');
export const contactUseRows = new RowsOfTenant(ContactUseMapping, 'order_id COLLATE "C"');

/**
 * Removes the contacts of a tenant. Their numbers are not reused. Locks contacts before their uses, as `Contacts` does, so
 * that they do not deadlock, and no use of a removed contact is added.
 */
export async function removeContacts(tx: EntityManager, tenantId: string): Promise<void> {
  await tx.delete(Contact, { tenantId });
  await tx.delete(ContactUse, { tenantId });
}

/**
 * Removes the contacts and numbers of a tenant; numbers start at 1 again. Removes the counters first, which waits for
 * transactions that assign numbers: a number that remained without its counter would be assigned a second time.
 */
export async function removeFacadeData(tx: EntityManager, tenantId: string): Promise<void> {
  await tx.delete(LastNumberMapping, { tenantId });
  await tx.delete(AssignedNumberMapping, { tenantId });
  await removeContacts(tx, tenantId);
}
