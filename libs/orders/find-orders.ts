import { Inject, Injectable } from '@nestjs/common';
import type { Caller, Person } from '#identity/access';
import { type Settings, SETTINGS } from '#platform/process/config';
import { type Column, pagesOf } from '#platform/http/exports';
import { readPage } from '#platform/http';
import { type Currency, toDecimal } from '#domains';
import {
  type FullOrder,
  type ListOrdersQuery,
  orderDetails,
  type OrderEntry,
  type OrderList,
  type OrderResult,
  type PortalOrdersPage,
  type PortalOrdersQuery,
  type PortalOrderFilter,
  registryFieldsOf,
} from './contract.js';
import type { Order } from './model/order.js';
import { OrderRepository } from './storage/order.repository.js';

/** Columns of an exported order. */
export const ORDER_COLUMNS: readonly Column<OrderEntry>[] = [
  'id',
  'domain',
  'status',
  'kind',
  'years',
  'currency',
  'total',
  'channel',
  'created_at',
  'paid_at',
  'domain_status',
  'due_at',
  'reason',
  'refunded_at',
  'owner.first_name',
  'owner.last_name',
  'owner.email',
];

type Reader = Pick<Person, 'ownersMasked'>;

/** Finds the orders of a tenant: `result` and `list` for the API, the other methods for the portal. */
@Injectable()
export class FindOrders {
  constructor(
    private readonly orders: OrderRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws OrderNotFound */
  async result(caller: Caller, id: string): Promise<OrderResult> {
    const order = await this.orders.get(caller.tenant.id, id);
    Object.assign(caller, { orderId: id, domain: order.domain });
    return { ...orderDetails(order), meta: { source: this.settings.source } };
  }

  /** Lists newest first, so the rows after the cursor have lower IDs. */
  async list({ tenant }: Caller, { limit, after: before, ...filter }: ListOrdersQuery): Promise<OrderList> {
    const read = (count: number) => this.orders.list(tenant.id, { before, ...filter }, count);
    const { rows, next } = await readPage(limit, read, ({ id }) => id);
    return { orders: rows.map(orderDetails), next, meta: { source: this.settings.source } };
  }

  /** Newest first. */
  async page(tenantId: string, query: PortalOrdersQuery, reader: Reader): Promise<PortalOrdersPage> {
    const { limit, before, ...filter } = query;
    const read = (count: number) => this.read(tenantId, filter, before, count);
    const { rows, next } = await readPage(limit, read, ({ id }) => id);
    return { orders: rows.map(order => entryFor(order, reader)), next };
  }

  /** Reads all matching orders in pages, newest first. */
  async *pages(tenantId: string, filter: PortalOrderFilter, reader: Reader): AsyncGenerator<OrderEntry[]> {
    const read = (before: string | undefined, limit: number) => this.read(tenantId, filter, before, limit);
    for await (const orders of pagesOf(read, ({ id }) => id)) yield orders.map(order => entryFor(order, reader));
  }

  private read(tenantId: string, filter: PortalOrderFilter, before: string | undefined, limit: number) {
    const { exact_domain: exactDomain, order_id: id, ...others } = filter;
    return this.orders.list(tenantId, { ...others, exactDomain, id, before }, limit);
  }

  /** @throws OrderNotFound */
  async get(tenantId: string, id: string): Promise<FullOrder> {
    const order = await this.orders.get(tenantId, id);
    const { owner, renews, registeredAt, expiresAt } = order;
    return {
      ...viewOf(order),
      owner,
      renews: renews || null,
      registered_at: registeredAt?.toISOString() ?? null,
      expires_at: expiresAt?.toISOString() ?? null,
    };
  }
}

/** Masks the owner if `ownersMasked`; the first letters and the mail domain tell owners apart. */
function entryFor(order: Order, { ownersMasked }: Reader): OrderEntry {
  const entry = viewOf(order);
  if (!ownersMasked || !entry.owner) return entry;
  const { first_name, last_name, email } = entry.owner;
  const domain = email.slice(email.lastIndexOf('@'));
  const owner = { first_name: initial(first_name), last_name: initial(last_name), email: `${initial(email)}${domain}` };
  return { ...entry, owner };
}

const initial = (text: string) => `${[...text][0] ?? ''}…`;

const viewOf = (order: Order): OrderEntry => {
  const { currency, total, createdAt, paidAt, owner } = order;
  return {
    id: order.id,
    domain: order.domain,
    status: order.status,
    years: order.years,
    currency,
    total: toDecimal(total, currency as Currency),
    channel: order.channel,
    created_at: createdAt.toISOString(),
    paid_at: paidAt?.toISOString() ?? null,
    kind: order.kind,
    owner: owner && { first_name: owner.first_name, last_name: owner.last_name, email: owner.email },
    ...registryFieldsOf(order),
  };
};
