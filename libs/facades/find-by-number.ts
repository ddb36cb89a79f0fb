import { Injectable } from '@nestjs/common';
import type { Caller, PathTenant } from '#identity/access';
import { DomainName, RegistrationNotFound } from '#domains';
import {
  domainStatusOf,
  isOpen,
  type Order,
  type OrderKind,
  OrderNotFound,
  OrderRepository,
  type OrderStatus,
} from '#orders';
import type { DomainStatus } from '#orders/contract';
import { normalizeSearchTerm, ValidationFailed } from '#platform/model';
import { FindRegistrations, type HeldDomain } from '#registry';
import { Contacts, type Registrant } from './contacts.js';
import { Page } from './model/page.js';
import { Numbers } from './numbers.js';
import { readNumberedPage } from './read-page.js';

/** Maximum number of orders of a domain to read. A registration before more renewals than this is not found. */
const MAX_ORDERS = 100;

const COLUMNS = { name: 'domain', id: 'registered_at', expiration: 'expires_at' } as const;

/** A held domain with its number and the number of its contact. */
export interface DomainWithNumber extends HeldDomain {
  number: number;
  /** Null for a domain that was bought without a contact. */
  contact: number | null;
}

/** State of a purchase. */
interface Outcome {
  status: DomainStatus;
  /** Why the order was refused, or what the registry waits for. */
  reason: string | null;
  createdAt: string;
  updatedAt: string;
}

function outcomeOf(order: Order): Outcome {
  const { kind, reason, createdAt, paidAt, registeredAt, refundedAt } = order;
  // `registeredAt` of a renewal is the time at which its domain was registered.
  const decidedAt = kind === 'renewal' ? null : registeredAt;
  const updatedAt = (refundedAt ?? decidedAt ?? paidAt!).toISOString();
  return { status: domainStatusOf(order)!, reason, createdAt: createdAt.toISOString(), updatedAt };
}

const outcomeOfHeld = ({ registered_at: at }: HeldDomain): Outcome => ({
  status: 'registered',
  reason: null,
  createdAt: at,
  updatedAt: at,
});

/** A paid order with its number and the numbers of its domain and contact. */
export interface OrderWithNumber extends Outcome {
  order: Order;
  number: number;
  domainNumber: number;
  contact: number | null;
}

/** State of the purchase of a domain, and the domain once the tenant holds it. */
export interface Progress extends Outcome {
  domain: string;
  /** Undefined while the tenant does not hold the domain. */
  held: HeldDomain | undefined;
}

/** Finds domains and paid orders by their numbers, and assigns missing numbers. */
@Injectable()
export class FindByNumber {
  constructor(
    private readonly numbers: Numbers,
    private readonly contacts: Contacts,
    private readonly registrations: FindRegistrations,
    private readonly orders: OrderRepository,
  ) {}

  /**
   * The name of a domain, which a request refers to by name or number.
   * @throws RegistrationNotFound
   */
  async nameOf({ id }: PathTenant, nameOrNumber: unknown): Promise<string> {
    const text = String(nameOrNumber);
    if (!/^\d+$/.test(text)) return text;
    const name = await this.numbers.keyOf(id, 'domain', text);
    if (name === undefined) throw new RegistrationNotFound();
    return name;
  }

  /**
   * A page of the domains that the tenant holds or has reserved, by the parameters of `NumberedPageQuery`.
   * @throws ValidationFailed
   */
  async domains(tenant: PathTenant, parameters: object): Promise<Page<DomainWithNumber>> {
    const { name_like, registrant_id, ...range } = readNumberedPage(parameters, COLUMNS);
    const contains = name_like && normalizeSearchTerm(name_like);
    const orders =
      registrant_id === undefined ? undefined : await this.contacts.ordersOf(tenant.id, Number(registrant_id));
    const { rows, total } = await this.registrations.held(tenant, { contains, orders }, range);
    return new Page({ rows: await this.numbered(tenant, rows), total }, range);
  }

  /**
   * A domain that the tenant holds or has reserved, by name or number.
   * @throws InvalidDomain · UnsupportedTld · RegistrationNotFound
   */
  async domain(caller: Caller, nameOrNumber: unknown): Promise<DomainWithNumber> {
    const held = await this.held(caller, await this.nameOf(caller.tenant, nameOrNumber));
    return (await this.numbered(caller.tenant, [held]))[0]!;
  }

  /**
   * A domain that the tenant holds or has reserved, by name.
   * @throws InvalidDomain · UnsupportedTld · RegistrationNotFound
   */
  async held(caller: Caller, name: string): Promise<HeldDomain> {
    const domain = DomainName.parse(name).name;
    caller.domain = domain;
    const held = await this.find(caller.tenant, domain);
    if (!held) throw new RegistrationNotFound();
    return held;
  }

  /**
   * A domain and the contact that becomes its registrant, by their numbers.
   * @throws InvalidDomain · UnsupportedTld · RegistrationNotFound · ValidationFailed
   */
  async registrantChange(
    caller: Caller,
    { domain_id, contact_id, extended_attributes }: Record<string, unknown>,
  ): Promise<{ held: DomainWithNumber; registrant: Registrant }> {
    if (!['string', 'number'].includes(typeof domain_id))
      throw ValidationFailed.of('domain_id', 'must be the name or the number of a domain');
    const held = await this.domain(caller, domain_id);
    const registrant = await this.contacts.registrant(caller.tenant.id, { contact_id }, extended_attributes);
    return { held, registrant };
  }

  /**
   * A paid order of a kind by its number and its domain.
   * @throws InvalidDomain · UnsupportedTld · RegistrationNotFound · OrderNotFound
   */
  async order(
    caller: Caller,
    kind: OrderKind,
    { domain, id }: { domain?: string; id?: string },
  ): Promise<OrderWithNumber> {
    const { tenant } = caller;
    const { name } = DomainName.parse(await this.nameOf(tenant, domain));
    const key = await this.numbers.keyOf(tenant.id, kind, id ?? '');
    const order = key === undefined ? undefined : await this.orders.find(tenant.id, key);
    if (!order || isOpen(order) || order.domain !== name) throw new OrderNotFound();
    Object.assign(caller, { domain: name, orderId: order.id });
    return this.withNumbers(order);
  }

  /**
   * State of the purchase of a domain: `registered` if the tenant holds the domain, otherwise the state of the newest paid
   * registration or transfer.
   * @throws InvalidDomain · UnsupportedTld · RegistrationNotFound
   */
  async progress(caller: Caller, name: string): Promise<Progress> {
    const { tenant } = caller;
    const domain = DomainName.parse(name).name;
    caller.domain = domain;
    const [held, order] = [await this.find(tenant, domain), await this.newestOrder(tenant, domain)];
    if (!held && !order) throw new RegistrationNotFound();
    const outcome = order ? outcomeOf(order) : outcomeOfHeld(held!);
    if (!held || held.status === 'pending') return { ...outcome, domain, held: undefined };
    return { ...outcome, status: 'registered', domain, held };
  }

  async withNumbers(order: Order): Promise<OrderWithNumber> {
    const { tenantId, id, kind, domain } = order;
    const numbers = await this.numbers.of(tenantId, kind, [id]);
    const domains = await this.numbers.of(tenantId, 'domain', [domain]);
    const contact = (await this.contacts.ofOrders(tenantId, [id])).get(id) ?? null;
    const domainNumber = domains.get(domain)!;
    return { ...outcomeOf(order), order, number: numbers.get(id)!, domainNumber, contact };
  }

  private async find(tenant: PathTenant, domain: string): Promise<HeldDomain | undefined> {
    return (await this.registrations.held(tenant, { domain }, { limit: 1 })).rows[0];
  }

  /** The newest paid registration or transfer of a domain, decided or not. */
  private async newestOrder({ id }: PathTenant, exactDomain: string): Promise<Order | undefined> {
    const list = (status: OrderStatus) => this.orders.list(id, { exactDomain, status }, MAX_ORDERS);
    const found = [...(await list('paid')), ...(await list('refunded'))].filter(({ kind }) => kind !== 'renewal');
    return found.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0];
  }

  private async numbered(tenant: PathTenant, rows: HeldDomain[]): Promise<DomainWithNumber[]> {
    const oldestFirst = rows.toSorted(
      (a, b) => a.registered_at.localeCompare(b.registered_at) || a.domain.localeCompare(b.domain),
    );
    const names = oldestFirst.map(({ domain }) => domain);
    const numbers = await this.numbers.of(tenant.id, 'domain', names);
    const orders = rows.flatMap(({ order_id }) => order_id ?? []);
    const contacts = await this.contacts.ofOrders(tenant.id, orders);
    return rows.map(row => {
      const number = numbers.get(row.domain)!;
      return Object.assign(row, { number, contact: contacts.get(row.order_id ?? '') ?? null });
    });
  }
}
