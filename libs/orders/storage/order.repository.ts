import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type BusinessTime, Clock } from '#platform/process/clock';
import {
  BatchedStatement,
  type Batcher,
  beginsWith,
  Conditions,
  Database,
  type Executor,
  Statement,
  Table,
} from '#platform/database';
import { type IdempotentRequest } from '#platform/http/idempotency';
import { claimKeys, KEY_COLUMNS, keyValues } from '#platform/http/idempotency/sql';
import { normalizeSearchTerm } from '#platform/model';
import { lowestId } from '#platform/security/ids';
import { isRegistered, RESERVING_ORDERS } from '#domains/sql';
import { type DomainStatus, Order, OrderNotFound } from '../model/order.js';
import { OrderMapping } from './order.mapping.js';

const orders = new Table(OrderMapping);
/** Columns of a new order with a simple checkout; the omitted columns get their defaults. */
const newOrders = new Table(OrderMapping, {
  omit: [
    'status',
    'paidAt',
    'kind',
    'renews',
    'registeredAt',
    'expiresAt',
    'hasSimpleCheckout',
    'settings',
    'domainStatus',
    'outcome',
    'dueAt',
    'reason',
    'refundedAt',
    'delivery',
  ],
});

const isTaken = isRegistered({ tenantId: 'request.tenant_id', domain: 'request.domain' });

/**
 * Inserts orders unless the tenant has registered the domain. Of several requests with the same idempotency key, only
 * the one that claims the key inserts its order.
 */
export const placeOrders = new BatchedStatement<object, Record<string, unknown>>(
  'orders.place',
  { ...newOrders.types, ...KEY_COLUMNS, recorded_at: 'timestamptz' },
  `claim AS (
     ${claimKeys('request', { tenantId: 'tenant_id', subject: 'id', at: 'recorded_at', where: `NOT ${isTaken}` })}
     ON CONFLICT DO NOTHING RETURNING tenant_id, subject
   ),
   placed AS (
     INSERT INTO ${orders.name} (${newOrders.columns}, status) SELECT ${newOrders.columns}, 'created' FROM request
     WHERE CASE WHEN key IS NULL THEN NOT ${isTaken} ELSE (tenant_id, id) IN (SELECT tenant_id, subject FROM claim) END
     RETURNING tenant_id, id
   )
   SELECT number FROM request JOIN placed USING (tenant_id, id)`,
);

const SELECT = `SELECT ${orders.selection} FROM ${orders.name} WHERE tenant_id = :tenant AND id = :id`;

/**
 * Number of newest orders whose `created_at`, `paid_at` and `registered_at` are checked. IDs sort by creation time, except
 * for clock skew between processes.
 */
const NEWEST = 1_000;

const selectChangedAfter = new Statement<object, { tenant: string; time: BusinessTime }>(
  'orders.after',
  `SELECT FROM (
     SELECT created_at, paid_at, registered_at FROM ${orders.name} WHERE tenant_id = :tenant ORDER BY id DESC LIMIT ${NEWEST}
   ) newest WHERE greatest(created_at, paid_at, registered_at) > :time
   UNION ALL
   SELECT FROM ${orders.name} WHERE tenant_id = :tenant AND renews IS NOT NULL AND paid_at > :time
   UNION ALL
   SELECT FROM ${orders.name} WHERE tenant_id = :tenant AND kind = 'transfer' AND greatest(paid_at, registered_at) > :time
   UNION ALL
   SELECT FROM ${orders.name} WHERE tenant_id = :tenant AND status = 'refunded' AND refunded_at > :time
   UNION ALL
   SELECT FROM ${orders.name} WHERE tenant_id = :tenant AND id IN (${RESERVING_ORDERS}) AND paid_at > :time
   LIMIT 1`,
);

const byId = new Statement<Order, { tenant: string; id: string }>('orders.by-id', SELECT);
const forUpdate = new Statement<Order, { tenant: string; id: string }>('orders.for-update', `${SELECT} FOR UPDATE`);

const undecided = new Statement<Order, { tenant: string; domain: string }>(
  'orders.undecided',
  `SELECT ${orders.selection} FROM ${orders.name}
   WHERE tenant_id = :tenant AND domain = :domain AND domain_status IN ('pending', 'action_required') FOR UPDATE`,
);

/** An index of registrants would slow down every order, so a search covers only the newest 100,000 orders of the tenant $1. */
const isRecent = `id > coalesce((SELECT id FROM ${orders.name} WHERE tenant_id = $1 ORDER BY id DESC OFFSET 100000 LIMIT 1), '')`;
const ownerText = `lower(concat_ws(' ', owner ->> 'first_name', owner ->> 'last_name', owner ->> 'email'))`;

/** A complete ID, which the primary key finds in every collation, unlike a prefix. */
const ID = /^ord_[0-9a-f]{32}$/i;

interface Filter {
  /** Cursor of the previous page. */
  before?: string;
  status?: string;
  kind?: string;
  domain_status?: DomainStatus;
  /** Start of the domain. */
  domain?: string;
  /** Part of the name or the email address of the registrant. */
  owner?: string;
  exactDomain?: string;
  /** Start of the ID. */
  id?: string;
  /** Placed at or after `from` and before `to`, in real time. */
  from?: string;
  to?: string;
}

@Injectable()
export class OrderRepository {
  private readonly placements: Batcher<Record<string, unknown>, object | undefined>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.placements = placeOrders.batched(database);
  }

  /**
   * Places an order with a simple checkout. Without a transaction, concurrent orders share a statement.
   * @returns false when the domain is registered or the idempotency key was claimed before
   */
  async placeSimple(order: Order, idempotent: IdempotentRequest | undefined, tx?: EntityManager): Promise<boolean> {
    const key = keyValues(idempotent);
    // Spreading these objects took 10 µs.
    const values = Object.assign(newOrders.toParameters(order), key, { recorded_at: this.clock.now() });
    return (await (tx ? placeOrders.run(tx, values) : this.placements.add(values))) !== undefined;
  }

  /** Places an order with or without a simple checkout. Returns false when the domain is registered. */
  async place(tx: EntityManager, order: Order): Promise<boolean> {
    const placed = await this.placeSimple(order, undefined, tx);
    const { id, tenantId, hasSimpleCheckout, settings } = order;
    if (placed && !hasSimpleCheckout) await tx.update(Order, { id, tenantId }, { hasSimpleCheckout, settings });
    return placed;
  }

  /**
   * Whether an order was placed, paid, registered or refunded after a time. Of older orders, ignores payments that
   * registered a domain at once: callers find the registration, or the event of its release.
   */
  async existsAfter(tx: EntityManager, tenantId: string, time: BusinessTime): Promise<boolean> {
    return (await selectChangedAfter.first(tx, { tenant: tenantId, time })) !== undefined;
  }

  /** Adds an order without any check. */
  async add(tx: EntityManager, order: Order): Promise<void> {
    await tx.insert(Order, order);
  }

  /** Lists orders, newest first; IDs sort by creation time. */
  async list(tenantId: string, filter: Filter, limit: number): Promise<Order[]> {
    const { before, status, kind, domain_status: domainStatus, domain, owner, exactDomain, id, from, to } = filter;
    const query = new Conditions();
    query.add(`tenant_id = ${query.addParameter(tenantId)}`);
    query.addIfDefined(before, id => `id < ${id}`);
    query.addIfDefined(status, parameter => `status = ${parameter}`);
    query.addIfDefined(kind, parameter => `kind = ${parameter}`);
    if (domainStatus) query.add(OF_DOMAIN_STATUS[domainStatus]);
    query.addIfDefined(domain && normalizeSearchTerm(domain), start => beginsWith('domain', start));
    query.addIfDefined(owner?.trim().toLowerCase(), text => `${isRecent} AND strpos(${ownerText}, ${text}) > 0`);
    // IDs contain the real time of the order.
    query.addIfDefined(from && lowestId('ord', new Date(from)), lowest => `id >= ${lowest}`);
    query.addIfDefined(to && lowestId('ord', new Date(to)), end => `id < ${end}`);
    query.addIfDefined(exactDomain && normalizeSearchTerm(exactDomain), name => `domain = ${name}`);
    query.addIfDefined(id?.toLowerCase(), start => (ID.test(id!) ? `id = ${start}` : beginsWith('id', start)));
    const text = `SELECT ${orders.selection} FROM ${orders.name} WHERE ${query} ORDER BY id DESC LIMIT ${query.addParameter(limit)}`;
    return query.run(this.database, text);
  }

  async find(tenantId: string, id: string, executor: Executor = this.database): Promise<Order | undefined> {
    return byId.first(executor, { tenant: tenantId, id });
  }

  /** @throws OrderNotFound */
  async get(tenantId: string, id: string, executor?: Executor): Promise<Order> {
    return found(await this.find(tenantId, id, executor));
  }

  /** Loads the paid order of a domain that the registry has not decided, and locks it until the transaction ends. */
  findUndecidedForUpdate(tx: EntityManager, tenantId: string, domain: string): Promise<Order | undefined> {
    return undecided.first(tx, { tenant: tenantId, domain });
  }

  /** Loads an order and locks it until the transaction ends. */
  findForUpdate(tx: EntityManager, tenantId: string, id: string): Promise<Order | undefined> {
    return forUpdate.first(tx, { tenant: tenantId, id });
  }

  /** Refunds a paid order that the transaction has locked. Its payment and the times of its registration stay. */
  async refund(
    tx: EntityManager,
    { tenantId, id }: Pick<Order, 'tenantId' | 'id'>,
    { reason, at }: { reason: string; at: BusinessTime },
  ): Promise<void> {
    await tx.update(Order, { tenantId, id }, { status: 'refunded', refundedAt: at, reason });
  }

  /**
   * Loads an order and locks it until the transaction ends.
   * @throws OrderNotFound
   */
  async getForUpdate(tx: EntityManager, tenantId: string, id: string): Promise<Order> {
    return found(await this.findForUpdate(tx, tenantId, id));
  }
}

function found(order: Order | undefined): Order {
  if (!order) throw new OrderNotFound();
  return order;
}

/** Condition that a paid order waits in this status. `orders.undecided` lists the few orders that wait. */
const isUndecided = (status: DomainStatus) =>
  `(domain_status = '${status}' AND id IN (SELECT order_id FROM orders.undecided WHERE tenant_id = orders.tenant_id))`;

const OF_DOMAIN_STATUS: Record<DomainStatus, string> = {
  pending: isUndecided('pending'),
  action_required: isUndecided('action_required'),
  // The column is null if the payment registered or renewed the domain at once.
  registered: `(domain_status = 'registered' OR (domain_status IS NULL AND status <> 'created'))`,
  failed: `(status = 'refunded' AND domain_status = 'failed')`,
};
