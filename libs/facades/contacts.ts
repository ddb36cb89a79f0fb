import { Injectable } from '@nestjs/common';
import type { PathTenant } from '#identity/access';
import { Database, Statement } from '#platform/database';
import { isObject, readFields } from '#platform/http';
import { ValidationFailed } from '#platform/model';
import { Registrations } from '#domains';
import { TenantClocks } from '#tenancy';
import { ContactDetails } from './contract.js';
import { Contact, ContactUse } from './model/contact.js';
import { ContactInUse, ContactNotFound } from './model/errors.js';
import { Page } from './model/page.js';
import { Numbers } from './numbers.js';
import { readNumberedPlace } from './read-place.js';

const COLUMNS = { id: 'id', label: `details ->> 'label'`, email: `details ->> 'email'` };

/** A contact as the registrant of an order or a registration. */
export interface Registrant {
  /** Number of the contact. */
  contact: number;
  owner: object;
  /** Notes that the order, or the registration that it has made, uses the contact. Null if no order made it. */
  use: (orderId: string | null) => Promise<void>;
}

const ordersOf = new Statement<{ id: string }, { tenant: string; contact: number }>(
  'facades.orders-of-contact',
  'SELECT order_id AS id FROM facades.contact_uses WHERE tenant_id = :tenant AND contact_id = :contact',
);

const usesOf = new Statement<{ order: string; contact: number }, { tenant: string; orders: string[] }>(
  'facades.contacts-of-orders',
  `SELECT order_id AS "order", contact_id AS contact FROM facades.contact_uses
   WHERE tenant_id = :tenant AND order_id = ANY(:orders::text[])`,
);

/** The contacts of a world, which requests to facades name by their numbers. */
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
    const place = readNumberedPlace(parameters, COLUMNS);
    const query = this.database.manager.createQueryBuilder(Contact, 'contact').where({ tenantId });
    for (const { column, direction } of place.order) query.addOrderBy(column, direction === 'asc' ? 'ASC' : 'DESC');
    query.addOrderBy('contact.id').offset(place.offset).limit(place.limit);
    const [rows, total] = await query.getManyAndCount();
    return new Page({ rows, total }, place);
  }

  /** @throws ContactNotFound */
  async get(tenantId: string, id: string): Promise<Contact> {
    const contact = await this.find(tenantId, id);
    if (!contact) throw new ContactNotFound();
    return contact;
  }

  /**
   * The contact that a field of a request names, as a registrant. `extra` is what the registry of the TLD requires.
   * @throws ValidationFailed if there is none
   */
  async registrant(tenantId: string, named: Record<string, unknown>, extra: unknown): Promise<Registrant> {
    const [[field, id]] = Object.entries(named) as [[string, unknown]];
    const contact = await this.find(tenantId, id);
    if (!contact) throw new ValidationFailed([{ field, message: 'must be the number of a contact' }]);
    const use = (orderId: string | null) => this.use(tenantId, contact.id, orderId);
    return { contact: contact.id, owner: contact.ownerWith(extra), use };
  }

  private find(tenantId: string, id: unknown): Promise<Contact | null> {
    const isNumber = /^[1-9]\d{0,8}$/.test(String(id));
    return isNumber ? this.database.manager.findOneBy(Contact, { tenantId, id: Number(id) }) : Promise.resolve(null);
  }

  /** @throws ValidationFailed with all invalid fields */
  add(tenant: PathTenant, given: unknown): Promise<Contact> {
    const details = readFields(ContactDetails, given);
    const now = this.clocks.now(tenant);
    return this.database.transaction(async tx => {
      const id = await this.numbers.next(tx, tenant.id, 'contact');
      const row = { tenantId: tenant.id, id, details, createdAt: now, updatedAt: now };
      await tx.insert(Contact, row);
      return Object.assign(new Contact(), row);
    });
  }

  /**
   * Changes the given fields. Registrations keep the registrant that they have.
   * @throws ContactNotFound · ValidationFailed with all invalid fields
   */
  async change(tenant: PathTenant, id: string, given: unknown): Promise<Contact> {
    const contact = await this.get(tenant.id, id);
    const details = readFields(ContactDetails, isObject(given) ? { ...contact.details, ...given } : given);
    const changed = { details, updatedAt: this.clocks.now(tenant) };
    await this.database.manager.update(Contact, { tenantId: tenant.id, id: contact.id }, changed);
    return Object.assign(contact, changed);
  }

  /** @throws ContactNotFound · ContactInUse */
  async remove(tenantId: string, id: string): Promise<void> {
    const contact = await this.get(tenantId, id);
    const orders = await this.ordersOf(tenantId, contact.id);
    // Orders that the registry is to decide have a row, too.
    const { total } = await this.registrations.page(tenantId, { orders }, { limit: 1 });
    if (total > 0) throw new ContactInUse();
    await this.database.transaction(async tx => {
      await tx.delete(ContactUse, { tenantId, contactId: contact.id });
      await tx.delete(Contact, { tenantId, id: contact.id });
    });
  }

  /** The contacts of orders; orders of others have none. */
  async ofOrders(tenant: string, orders: string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await usesOf.run(this.database, { tenant, orders });
    return new Map(rows.map(({ order, contact }) => [order, contact]));
  }

  async ordersOf(tenant: string, contact: number): Promise<string[]> {
    return (await ordersOf.run(this.database, { tenant, contact })).map(({ id }) => id);
  }

  private async use(tenantId: string, contactId: number, orderId: string | null): Promise<void> {
    if (orderId === null) return;
    await this.database.manager.upsert(ContactUse, { tenantId, orderId, contactId }, ['tenantId', 'orderId']);
  }
}
