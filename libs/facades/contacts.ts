import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PathTenant } from '#identity/access';
import { Database, type Executor, Statement } from '#platform/database';
import { isObject, readFields } from '#platform/http';
import { ValidationFailed } from '#platform/model';
import { Registrations } from '#domains';
import { TenantClocks } from '#tenancy';
import { ContactDetails } from './contract.js';
import { Contact, ContactUse } from './model/contact.js';
import { ContactInUse, ContactNotFound } from './model/errors.js';
import { Page } from './model/page.js';
import { numberIn, Numbers } from './numbers.js';
import { readNumberedPage } from './read-page.js';

const COLUMNS = { id: 'id', label: `details ->> 'label'`, email: `details ->> 'email'` };

/** A contact as the registrant of an order or a registration. */
export interface Registrant {
  /** Number of the contact. */
  contact: number;
  owner: object;
  /** Records that an order, or its registration, has this registrant. Does nothing for a registration without an order. */
  recordUse: (orderId: string | null) => Promise<void>;
}

/** The number is from a request, and can be larger than an integer. */
const ordersOf = new Statement<{ id: string }, { tenant: string; contact: number }>(
  'facades.orders-of-contact',
  'SELECT order_id AS id FROM facades.contact_uses WHERE tenant_id = :tenant AND contact_id = :contact::bigint',
);

const usesOf = new Statement<{ order: string; contact: number }, { tenant: string; orders: string[] }>(
  'facades.contacts-of-orders',
  `SELECT order_id AS "order", contact_id AS contact FROM facades.contact_uses
   WHERE tenant_id = :tenant AND order_id = ANY(:orders::text[])`,
);

/** Does nothing if the contact was removed. The lock makes `remove` wait, and see the use. */
const recordUse = new Statement<never, { tenant: string; order: string; contact: number }>(
  'facades.record-use-of-contact',
  `INSERT INTO facades.contact_uses (tenant_id, order_id, contact_id)
   SELECT tenant_id, :order::text, id FROM facades.contacts WHERE tenant_id = :tenant AND id = :contact FOR KEY SHARE
   ON CONFLICT (tenant_id, order_id) DO UPDATE SET contact_id = excluded.contact_id`,
);

/** The contacts of a tenant. Requests to facades refer to a contact by its number. */
@Injectable()
export class Contacts {
  constructor(
    private readonly database: Database,
    private readonly numbers: Numbers,
    private readonly registrations: Registrations,
    private readonly clocks: TenantClocks,
  ) {}

  /**
   * A page of the contacts, by the parameters of `NumberedPageQuery`.
   * @throws ValidationFailed
   */
  async list(tenantId: string, parameters: object): Promise<Page<Contact>> {
    const range = readNumberedPage(parameters, COLUMNS);
    const query = this.database.manager.createQueryBuilder(Contact, 'contact').where({ tenantId });
    for (const { column, direction } of range.order) query.addOrderBy(column, direction === 'asc' ? 'ASC' : 'DESC');
    query.addOrderBy('contact.id').offset(range.offset).limit(range.limit);
    const [rows, total] = await query.getManyAndCount();
    return new Page({ rows, total }, range);
  }

  /** @throws ContactNotFound */
  async get(tenantId: string, id: string): Promise<Contact> {
    const contact = await this.find(tenantId, id);
    if (!contact) throw new ContactNotFound();
    return contact;
  }

  /**
   * The registrant for a contact. `reference` has one entry: the field of the request and the number of the contact.
   * `extra` has the details that the registry of the TLD requires.
   * @throws ValidationFailed if there is no such contact
   */
  async registrant(tenantId: string, reference: Record<string, unknown>, extra: unknown): Promise<Registrant> {
    const [[field, id]] = Object.entries(reference) as [[string, unknown]];
    const contact = await this.find(tenantId, id);
    if (!contact) throw ValidationFailed.of(field, 'must be the number of a contact');
    const recordUse = (orderId: string | null) => this.recordUse(tenantId, contact.id, orderId);
    return { contact: contact.id, owner: contact.ownerWith(extra), recordUse };
  }

  /** With a transaction, locks the contact until the transaction ends. */
  private async find(tenantId: string, number: unknown, tx?: EntityManager): Promise<Contact | null> {
    const id = numberIn(number);
    if (id === undefined) return null;
    const where = { tenantId, id };
    return tx
      ? tx.findOne(Contact, { where, lock: { mode: 'pessimistic_write' } })
      : this.database.manager.findOneBy(Contact, where);
  }

  /** @throws NumbersUsedUp · ValidationFailed with all invalid fields */
  add(tenant: PathTenant, body: unknown): Promise<Contact> {
    const details = readFields(ContactDetails, body);
    const now = this.clocks.now(tenant);
    return this.database.transaction(async tx => {
      const id = await this.numbers.next(tx, tenant.id, 'contact');
      const row = { tenantId: tenant.id, id, details, createdAt: now, updatedAt: now };
      await tx.insert(Contact, row);
      return Object.assign(new Contact(), row);
    });
  }

  /**
   * Changes the given fields. Existing registrations keep their registrant. Concurrent changes of a contact wait for each other.
   * @throws ContactNotFound · ValidationFailed with all invalid fields
   */
  change(tenant: PathTenant, id: string, body: unknown): Promise<Contact> {
    return this.database.transaction(async tx => {
      const contact = await this.find(tenant.id, id, tx);
      if (!contact) throw new ContactNotFound();
      const details = readFields(ContactDetails, isObject(body) ? { ...contact.details, ...body } : body);
      const changed = { details, updatedAt: this.clocks.now(tenant) };
      await tx.update(Contact, { tenantId: tenant.id, id: contact.id }, changed);
      return Object.assign(contact, changed);
    });
  }

  /** @throws ContactNotFound · ContactInUse */
  async remove(tenantId: string, id: string): Promise<void> {
    await this.database.transaction(async tx => {
      const contact = await this.find(tenantId, id, tx);
      if (!contact) throw new ContactNotFound();
      const orders = await this.ordersOf(tenantId, contact.id, tx);
      // Undecided orders have a registration row, too.
      const { total } = await this.registrations.page(tenantId, { orders }, { limit: 1 }, tx);
      if (total > 0) throw new ContactInUse();
      await tx.delete(ContactUse, { tenantId, contactId: contact.id });
      await tx.delete(Contact, { tenantId, id: contact.id });
    });
  }

  /** Contact numbers by order ID; orders placed without a contact have none. */
  async ofOrders(tenant: string, orders: string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await usesOf.run(this.database, { tenant, orders });
    return new Map(rows.map(({ order, contact }) => [order, contact]));
  }

  async ordersOf(tenant: string, contact: number, executor: Executor = this.database): Promise<string[]> {
    return (await ordersOf.run(executor, { tenant, contact })).map(({ id }) => id);
  }

  private async recordUse(tenantId: string, contactId: number, orderId: string | null): Promise<void> {
    if (orderId === null) return;
    await recordUse.run(this.database, { tenant: tenantId, order: orderId, contact: contactId });
  }
}
