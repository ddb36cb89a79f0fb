import type { EntityManager } from 'typeorm';
import { RowsOfTenant } from '#platform/database';
import { Contact, ContactUse } from '../model/contact.js';
import { ContactMapping, ContactUseMapping } from './contact.mapping.js';
import { GivenNumberMapping, LastNumberMapping } from './number.mapping.js';

export const contactRows = new RowsOfTenant(ContactMapping, 'id');
export const contactUseRows = new RowsOfTenant(ContactUseMapping, 'order_id COLLATE "C"');

/** Removes the contacts of a world, which has none or others afterwards. Numbers that were given stay given. */
export async function removeContacts(tx: EntityManager, tenantId: string): Promise<void> {
  await tx.delete(ContactUse, { tenantId });
  await tx.delete(Contact, { tenantId });
}

/** Removes everything of a tenant, so that all numbers count from 1 again. */
export async function removeFacadeData(tx: EntityManager, tenantId: string): Promise<void> {
  await removeContacts(tx, tenantId);
  await tx.delete(GivenNumberMapping, { tenantId });
  await tx.delete(LastNumberMapping, { tenantId });
}
