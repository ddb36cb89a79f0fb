import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { CLAIM_COLUMNS, Database, type Executor, type OnceRequest, Statement } from '#platform';
import { IS_REGISTERED } from '#domains';
import { Order, OrderNotFound } from '../model/order.js';

const COLUMNS = 'id, tenant_id, domain, tld, years, currency, total, owner, status, created_at';
const VALUES = `:id::text, :tenant::text, :domain::text, :tld::text, :years::integer, :currency::text, :total::integer,
  :owner::jsonb, 'created', :now::timestamptz`;

type Placed = { id: string };
type Row = Record<string, unknown>;

/** Placed unless the tenant has the name by now. */
const place = new Statement<Placed, Row>(
  'orders.place',
  `INSERT INTO orders.orders (${COLUMNS}) SELECT ${VALUES} WHERE NOT ${IS_REGISTERED} RETURNING id`,
);

/** The same, and only by the request that is first to claim the idempotency key. */
const placeOnce = new Statement<Placed, Row>(
  'orders.place-once',
  `WITH claim AS (
     INSERT INTO ${CLAIM_COLUMNS}
     SELECT :tenant::text, :endpoint::text, :key::text, :fingerprint::text, :id::text, :now::timestamptz
     WHERE NOT ${IS_REGISTERED}
     ON CONFLICT DO NOTHING RETURNING true
   )
   INSERT INTO orders.orders (${COLUMNS}) SELECT ${VALUES} FROM claim RETURNING id`,
);

const SELECT = `SELECT id, tenant_id AS "tenantId", domain, tld, years, currency, total, owner, status,
  created_at AS "createdAt", paid_at AS "paidAt" FROM orders.orders WHERE tenant_id = :tenant AND id = :id`;

const byId = new Statement<Order, { tenant: string; id: string }>('orders.by-id', SELECT);
const forUpdate = new Statement<Order, { tenant: string; id: string }>('orders.for-update', `${SELECT} FOR UPDATE`);

@Injectable()
export class OrderRepository {
  constructor(private readonly database: Database) {}

  /** Whether the order was placed; not when the tenant has the name or the idempotency key is known. */
  async place(order: Order, once: OnceRequest | undefined, executor: Executor = this.database): Promise<boolean> {
    const values = { ...order, owner: JSON.stringify(order.owner), tenant: order.tenantId, now: order.createdAt };
    const rows = once
      ? await placeOnce.run(executor, {
          ...values,
          endpoint: once.endpoint,
          key: once.key,
          fingerprint: once.fingerprint,
        })
      : await place.run(executor, values);
    return rows.length === 1;
  }

  /** @throws OrderNotFound */
  async get(tenantId: string, id: string): Promise<Order> {
    return theOne(await byId.run(this.database, { tenant: tenantId, id }));
  }

  /**
   * Loads an order that nobody else can change until the transaction ends.
   * @throws OrderNotFound
   */
  async getForUpdate(tx: PoolClient, tenantId: string, id: string): Promise<Order> {
    return theOne(await forUpdate.run(tx, { tenant: tenantId, id }));
  }
}

function theOne([row]: Order[]): Order {
  if (!row) throw new OrderNotFound();
  return Object.assign(new Order(), row);
}

/** The step from created to paid, for the statement that also takes the payment: `:tenant`, `:order`, `:now`. */
export const MARK_PAID = `UPDATE orders.orders SET status = 'paid', paid_at = :now::timestamptz
  WHERE tenant_id = :tenant AND id = :order AND status = 'created'
  RETURNING id, tenant_id, domain, tld, years, currency, total, owner`;

/** Removes all orders of a tenant: `:tenant`. */
export const REMOVE_ORDERS = 'DELETE FROM orders.orders WHERE tenant_id = :tenant';

/** True when the order with the id in this column is not there any more, for what was made of it. */
export const orderIsGone = (column: string): string =>
  `NOT EXISTS (SELECT FROM orders.orders o WHERE o.id = ${column})`;
