import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database, Statement } from '#platform/database';

/** Maximum number of orders that a visitor sees. */
const MAX_ORDERS = 200;

/** An order that a visitor has placed. */
type VisitorOrder = {
  order: string;
  domain: string;
};

type Visitor = { tenant: string; visitor: Buffer };

const remember = new Statement<never, Visitor & VisitorOrder & { now: Date }>(
  'storefront.remember-order',
  `INSERT INTO storefront.visitor_orders (tenant_id, visitor, order_id, domain, created_at)
   VALUES (:tenant, :visitor, :order, :domain, :now) ON CONFLICT DO NOTHING`,
);

const ordersOf = new Statement<VisitorOrder, Visitor>(
  'storefront.orders-of-visitor',
  `SELECT order_id AS "order", domain FROM storefront.visitor_orders
   WHERE tenant_id = :tenant AND visitor = :visitor ORDER BY order_id DESC LIMIT ${MAX_ORDERS}`,
);

const owns = new Statement<{ order: string }, Visitor & { order: string }>(
  'storefront.visitor-owns',
  `SELECT order_id AS "order" FROM storefront.visitor_orders
   WHERE tenant_id = :tenant AND visitor = :visitor AND order_id = :order`,
);

/** Which orders a visitor has placed. A visitor is a browser with a random token, of which only the hash is stored. */
@Injectable()
export class Visitors {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async remember(tenantId: string, token: string, order: VisitorOrder): Promise<void> {
    await remember.run(this.database, { tenant: tenantId, visitor: hashOf(token), ...order, now: this.clock.now() });
  }

  /** The orders of a visitor, newest first. */
  ordersOf(tenantId: string, token: string): Promise<VisitorOrder[]> {
    return ordersOf.run(this.database, { tenant: tenantId, visitor: hashOf(token) });
  }

  async owns(tenantId: string, token: string, order: string): Promise<boolean> {
    return (await owns.first(this.database, { tenant: tenantId, visitor: hashOf(token), order })) !== undefined;
  }
}

const TOKEN_BYTES = 24;

/** Generates the token of a new visitor. */
export const newVisitorToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
