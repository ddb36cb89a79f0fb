import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Database, type Batcher, BatchedStatement, Statement } from '#platform/database';
import { CLAIM_COLUMNS, type OnceRequest } from '#platform/idempotency';
import { IS_REGISTERED } from '#domains';
import { Order, OrderNotFound } from '../model/order.js';

const COLUMNS = 'id, tenant_id, domain, tld, years, currency, total, owner, status, created_at';

/**
 * Placed unless the tenant has the name by now, and only by the request that is first to claim its idempotency key, if
 * it has one. Two with the same key may be in it: one of them claims it, under the id of its own order.
 */
const place = new BatchedStatement<object, Placing>(
  'orders.place',
  {
    id: 'text',
    tenant_id: 'text',
    domain: 'text',
    tld: 'text',
    years: 'integer',
    currency: 'text',
    total: 'integer',
    owner: 'jsonb',
    created_at: 'timestamptz',
    endpoint: 'text',
    key: 'text',
    fingerprint: 'text',
  },
  `claim AS (
     INSERT INTO ${CLAIM_COLUMNS}
     SELECT tenant_id, endpoint, key, fingerprint, id, created_at FROM asked
     WHERE key IS NOT NULL AND NOT ${IS_REGISTERED}
     ORDER BY tenant_id, endpoint, key ON CONFLICT DO NOTHING RETURNING subject
   ),
   placed AS (
     INSERT INTO orders.orders (${COLUMNS})
     SELECT id, tenant_id, domain, tld, years, currency, total, owner, 'created', created_at FROM asked
     WHERE CASE WHEN key IS NULL THEN NOT ${IS_REGISTERED} ELSE id IN (SELECT subject FROM claim) END
     RETURNING id
   )
   SELECT number FROM asked JOIN placed USING (id)`,
);

type Placing = {
  id: string;
  tenant_id: string;
  domain: string;
  tld: string;
  years: number;
  currency: string;
  total: number;
  owner: string;
  created_at: Date;
  endpoint: string | undefined;
  key: string | undefined;
  fingerprint: string | undefined;
};

function placingOf(order: Order, once: OnceRequest | undefined): Placing {
  const { id, tenantId, domain, tld, years, currency, total, owner, createdAt } = order;
  const name = { tenant_id: tenantId, domain, tld };
  const claim = { endpoint: once?.endpoint, key: once?.key, fingerprint: once?.fingerprint };
  return { id, ...name, years, currency, total, owner: JSON.stringify(owner), created_at: createdAt, ...claim };
}

const SELECT = `SELECT id, tenant_id AS "tenantId", domain, tld, years, currency, total, owner, status,
  created_at AS "createdAt", paid_at AS "paidAt" FROM orders.orders WHERE tenant_id = :tenant AND id = :id`;

const byId = new Statement<Order, { tenant: string; id: string }>('orders.by-id', SELECT);
const forUpdate = new Statement<Order, { tenant: string; id: string }>('orders.for-update', `${SELECT} FOR UPDATE`);

@Injectable()
export class OrderRepository {
  private readonly placings: Batcher<Placing, object | undefined>;

  constructor(private readonly database: Database) {
    this.placings = place.batched(database);
  }

  /** Whether the order was placed; not when the tenant has the name or the idempotency key is known. */
  async place(order: Order, once: OnceRequest | undefined, tx?: PoolClient): Promise<boolean> {
    const placing = placingOf(order, once);
    return (await (tx ? place.run(tx, placing) : this.placings.add(placing))) !== undefined;
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

/** The step from created to paid, for the statement that also takes the payments: `asked.tenant_id`, `.order_id`, `.now`. */
export const MARK_PAID = `UPDATE orders.orders o SET status = 'paid', paid_at = asked.now FROM asked
  WHERE o.tenant_id = asked.tenant_id AND o.id = asked.order_id AND o.status = 'created'
  RETURNING asked.number, o.id, o.tenant_id, o.domain, o.tld, o.years, o.currency, o.total, o.owner, o.paid_at`;

/** Of many, those whose orders nobody else is at: a tenant that empties its world holds up no other tenant's payments. */
export const FREE_TO_PAY = `JOIN orders.orders o ON o.tenant_id = asked.tenant_id AND o.id = asked.order_id
  FOR NO KEY UPDATE OF o SKIP LOCKED`;

/** Removes all orders of a tenant: `:tenant`. */
export const REMOVE_ORDERS = 'DELETE FROM orders.orders WHERE tenant_id = :tenant';

/** True when the order with the id in this column is not there any more, for what was made of it. */
export const orderIsGone = (column: string): string =>
  `NOT EXISTS (SELECT FROM orders.orders o WHERE o.id = ${column})`;
