import { Injectable } from '@nestjs/common';
import type { Caller, PathTenant } from '#identity/access';
import { DomainName, type PagePlace, RegistrationNotFound } from '#domains';
import { isOpen, type Order, type OrderKind, OrderNotFound, OrderRepository, type OrderStatus } from '#orders';
import { FindRegistrations, type HeldDomain, type HeldFilter } from '#registry';
import { Contacts } from './contacts.js';
import { Numbers } from './numbers.js';

/** Renewals of a domain that are newer than its registration are at most as many. */
const MAX_ORDERS = 100;

/** A held domain with its number, and that of its contact. */
export interface NumberedDomain extends HeldDomain {
  number: number;
  /** Null for a domain that was bought without a contact. */
  contact: number | null;
}

/** A paid order with its number, and those of its domain and contact. */
export interface NumberedOrder {
  order: Order;
  number: number;
  domainNumber: number;
  contact: number | null;
}

/** Finds domains and paid orders by their numbers, and gives numbers to those that have none. */
@Injectable()
export class FindNumbered {
  constructor(
    private readonly numbers: Numbers,
    private readonly contacts: Contacts,
    private readonly registrations: FindRegistrations,
    private readonly orders: OrderRepository,
  ) {}

  /**
   * The name of a domain that a request gives by its name or its number.
   * @throws RegistrationNotFound
   */
  async nameOf({ id }: PathTenant, given: unknown): Promise<string> {
    const text = String(given);
    if (!/^\d+$/.test(text)) return text;
    const name = await this.numbers.keyOf(id, 'domain', text);
    if (name === undefined) throw new RegistrationNotFound();
    return name;
  }

  async domains(
    tenant: PathTenant,
    filter: HeldFilter,
    place: PagePlace,
  ): Promise<{ rows: NumberedDomain[]; total: number }> {
    const { rows, total } = await this.registrations.held(tenant, filter, place);
    const names = rows.map(({ domain }) => domain);
    const numbers = await this.numbers.of(tenant.id, 'domain', names);
    const orders = rows.flatMap(({ order_id }) => order_id ?? []);
    const contacts = await this.contacts.ofOrders(tenant.id, orders);
    const numbered = rows.map(row => {
      const number = numbers.get(row.domain)!;
      return Object.assign(row, { number, contact: contacts.get(row.order_id ?? '') ?? null });
    });
    return { rows: numbered, total };
  }

  /**
   * A domain that the tenant holds or has reserved, by name or number.
   * @throws InvalidDomain · UnsupportedTld · RegistrationNotFound
   */
  async domain(caller: Caller, given: unknown): Promise<NumberedDomain> {
    const { name: domain } = DomainName.parse(await this.nameOf(caller.tenant, given));
    caller.domain = domain;
    const { rows } = await this.domains(caller.tenant, { domain }, { limit: 1 });
    if (!rows[0]) throw new RegistrationNotFound();
    return rows[0];
  }

  /**
   * A paid order of a kind by its number and its domain.
   * @throws InvalidDomain · UnsupportedTld · RegistrationNotFound · OrderNotFound
   */
  async order(
    caller: Caller,
    kind: OrderKind,
    { domain, id }: { domain?: string; id?: string },
  ): Promise<NumberedOrder> {
    const { tenant } = caller;
    const { name } = DomainName.parse(await this.nameOf(tenant, domain));
    const key = await this.numbers.keyOf(tenant.id, kind, id ?? '');
    const order = key === undefined ? undefined : await this.orders.find(tenant.id, key);
    if (!order || isOpen(order) || order.domain !== name) throw new OrderNotFound();
    Object.assign(caller, { domain: name, orderId: order.id });
    return this.withNumbers(order);
  }

  /** The newest paid order that has registered or transferred a domain, or is to do so. */
  async newestOrder({ id }: PathTenant, exactDomain: string): Promise<Order | undefined> {
    const list = (status: OrderStatus) => this.orders.list(id, { exactDomain, status }, MAX_ORDERS);
    const found = [...(await list('paid')), ...(await list('refunded'))].filter(({ kind }) => kind !== 'renewal');
    return found.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0];
  }

  async withNumbers(order: Order): Promise<NumberedOrder> {
    const { tenantId, id, kind, domain } = order;
    const numbers = await this.numbers.of(tenantId, kind, [id]);
    const domains = await this.numbers.of(tenantId, 'domain', [domain]);
    const contact = (await this.contacts.ofOrders(tenantId, [id])).get(id) ?? null;
    return { order, number: numbers.get(id)!, domainNumber: domains.get(domain)!, contact };
  }
}
