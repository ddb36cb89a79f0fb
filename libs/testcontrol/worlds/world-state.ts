import type { EntityManager } from 'typeorm';
import { type Payment, paymentRows } from '#checkout';
import { type Registration, registrationRows } from '#domains';
import { type Contact, contactRows, type ContactUse, contactUseRows } from '#facades';
import { lockNumbers, removeContacts, skipNumbers } from '#facades';
import { insertUndecidedOrders, type Order, orderRows } from '#orders';
import { notification, NOTIFY, RowsOfTenant } from '#platform/database';
import { REMOVE_SANDBOX_KEYS } from '#platform/http/idempotency/sql';
import { newId } from '#platform/security/ids';
import { MAX_ROWS, WorldTooLarge } from '../model/errors.js';
import type { FaultRule } from '../model/fault-rule.js';
import { FaultRuleMapping } from '../storage/fault-rule.mapping.js';
import { FAULTS_TOPIC } from '../storage/fault-rules.js';

export const faultRows = new RowsOfTenant(FaultRuleMapping, 'created_at, id');

/** Everything that a world consists of besides its clock. */
export interface WorldState {
  orders: Order[];
  payments: Payment[];
  registrations: Registration[];
  faults: FaultRule[];
  contacts: Contact[];
  contactUses: ContactUse[];
}

/**
 * Reads the state of a tenant. The transaction must be REPEATABLE READ, so that all lists are from one snapshot.
 * @throws WorldTooLarge
 */
export async function readState(tx: EntityManager, tenantId: string): Promise<WorldState> {
  const limit = MAX_ROWS + 1;
  const state = {
    orders: await orderRows.list(tx, tenantId, limit),
    payments: await paymentRows.list(tx, tenantId, limit),
    registrations: await registrationRows.list(tx, tenantId, limit),
    faults: await faultRows.list(tx, tenantId, limit),
    contacts: await contactRows.list(tx, tenantId, limit),
    contactUses: await contactUseRows.list(tx, tenantId, limit),
  };
  // Uses of contacts are not counted, because each one belongs to a counted order.
  const { contactUses: _, ...counted } = state;
  if (Object.values(counted).reduce((sum, rows) => sum + rows.length, 0) > MAX_ROWS) throw new WorldTooLarge();
  return state;
}

/** Adds the rows of a state. */
export async function insertState(tx: EntityManager, tenantId: string, state: WorldState): Promise<void> {
  await orderRows.insert(tx, state.orders);
  await insertUndecidedOrders.run(tx, { tenant: tenantId });
  await paymentRows.insert(tx, state.payments);
  await registrationRows.insert(tx, state.registrations);
  await faultRows.insert(tx, state.faults);
  await contactRows.insert(tx, state.contacts);
  await contactUseRows.insert(tx, state.contactUses);
  await skipNumbers(
    tx,
    tenantId,
    'contact',
    state.contacts.map(({ id }) => id),
  );
  await tx.query(NOTIFY, notification(FAULTS_TOPIC, tenantId));
}

/**
 * Removes the rows of a tenant's state, and its idempotency keys of the sandbox. No contact is added until the transaction
 * ends, because the state to insert could have a contact with the same number.
 */
export async function removeState(tx: EntityManager, tenantId: string): Promise<void> {
  await lockNumbers(tx, tenantId, 'contact');
  await tx.query(REMOVE_SANDBOX_KEYS, [tenantId]);
  for (const rows of [paymentRows, registrationRows, orderRows, faultRows]) await rows.remove(tx, tenantId);
  await removeContacts(tx, tenantId);
}

/** Assigns the rows of a state to another tenant, and gives its fault rules new IDs. */
export function assignTo(tenantId: string, state: WorldState): WorldState {
  for (const row of Object.values(state).flat()) Object.assign(row, { tenantId });
  for (const rule of state.faults) rule.id = newId('flt');
  return state;
}

/** Makes a transaction see the database as of its first query. */
export const makeRepeatable = (tx: EntityManager) => tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
