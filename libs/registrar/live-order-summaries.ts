import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { readPage } from '#platform/http';
import { toDecimal } from '#domains/contract';
import { OrderNotFound } from '#orders/model';
import { CURRENCY } from './accounts.js';
import {
  LIVE_STATES,
  type LiveState,
  type LiveSteps,
  type PortalLiveOrder,
  type PortalLiveOrders,
  type LiveOrdersQuery,
} from './contract.js';
import { findTenant, listCalls, listPage, type LiveOrderWithState } from './storage/orders.js';

export type LiveOrderSummary = Omit<PortalLiveOrder, 'total' | 'created_at'>;

/** States of paid orders without an outcome. */
const UNFINISHED: readonly LiveState[] = ['pending', 'stuck'];

export const liveOrderSummary = (order: LiveOrderWithState): LiveOrderSummary => ({
  order_id: order.id,
  tenant: order.slug,
  domain: order.domain,
  kind: order.kind,
  state: order.state,
  step: order.step,
  paid_at: order.paidAt?.toISOString() ?? null,
  reason: order.stuck ?? order.failure?.message ?? null,
});

/** Live orders in the portal, of one tenant or all, with their calls to the registrar. */
@Injectable()
export class LiveOrderSummaries {
  constructor(private readonly database: Database) {}

  async page({ state, before, limit }: LiveOrdersQuery, tenantId: string | null): Promise<PortalLiveOrders> {
    const states = state === undefined ? LIVE_STATES : state === 'unfinished' ? UNFINISHED : [state];
    const read = (count: number) =>
      listPage.run(this.database, { states, tenant: tenantId, before: before ?? null, limit: count });
    const { rows, next } = await readPage(limit, read, ({ id }) => id);
    const orders = rows.map(row =>
      Object.assign(liveOrderSummary(row), {
        total: toDecimal(row.total, CURRENCY),
        created_at: row.createdAt.toISOString(),
      }),
    );
    return { orders, next };
  }

  /** @throws OrderNotFound */
  async steps(id: string, tenantId: string | null): Promise<LiveSteps> {
    const order = await findTenant.first(this.database, { id });
    if (!order || (tenantId !== null && order.tenantId !== tenantId)) throw new OrderNotFound();
    const calls = await listCalls.run(this.database, { id });
    return { steps: calls.map(({ at, ...call }) => Object.assign(call, { at: at.toISOString() })) };
  }
}
