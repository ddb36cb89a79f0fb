import { Injectable } from '@nestjs/common';
import { type OperationName, type PathTenant, routeOf } from '#identity/access';
import { OpaqueIds } from '#platform/security/secrets';
import { type Order, OrderRepository } from '#orders';
import { FindDeliveries } from '#webhooks';
import { type PurchaseStep, type PurchaseView, REQUEST_PREFIX, type StepRequest, WORLDS_KEY } from '../contract.js';
import { ReadLog } from '../read-log.js';
import type { LogRow } from '../storage/log-query.js';
import { stepsOfEvent } from './event-steps.js';
import {
  moveCausesBeforeEvent,
  paymentSteps,
  placementSteps,
  plannedDecision,
  plannedExpiry,
  timeOfEffect,
  timeOfExpiry,
} from './order-steps.js';
import { notEarlierThan, notLaterThan, isResponseLost, realTimeOf, stepOfRequest } from './request-steps.js';
import { verdictOf } from './verdict.js';

type Tenant = Pick<PathTenant, 'id' | 'parentId'>;

const SEARCH: OperationName = 'search';
const MAX_REQUESTS = 200;
const MAX_ORDERS = 200;

/** Maximum delay until a process notices that a client has read a response. */
const NOTICE_MS = 10;

/** Everything that happened to an order: its requests, payment, registration, events, deliveries, renewals and expiry. */
@Injectable()
export class FindPurchase {
  constructor(
    private readonly orders: OrderRepository,
    private readonly log: ReadLog,
    private readonly deliveries: FindDeliveries,
    private readonly ids: OpaqueIds,
  ) {}

  /** @throws OrderNotFound */
  async execute(tenant: Tenant, id: string): Promise<PurchaseView> {
    const order = await this.orders.get(tenant.id, id);
    const [requests, events, renewals] = await Promise.all([
      this.requestSteps(tenant, order),
      this.deliveries.eventsAbout(tenant.id, id),
      this.renewalsOf(tenant, order),
    ]);
    const renewed = await Promise.all(renewals.map(renewal => this.renewalSteps(tenant, renewal)));
    const past = [
      ...(await this.searchBefore(tenant, order, requests)),
      ...placementSteps(order, requests),
      ...moveCausesBeforeEvent(requests, events),
      ...paymentSteps(order, requests, events),
      ...events.flatMap(stepsOfEvent),
      ...renewed.flat().map(step => notEarlierThan(timeOfEffect(events), step)),
    ];
    // The sort is stable, so steps at the same time keep their order.
    const steps = past.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
    const { domain, status } = order;
    return {
      order_id: id,
      domain,
      status,
      verdict: verdictOf(order, requests, { tookEffectAt: timeOfEffect(events), expiredAt: timeOfExpiry(events) }),
      steps: [...steps, ...plannedDecision(order), ...plannedExpiry(order, renewals, events)],
    };
  }

  private async requestSteps(tenant: Tenant, { id, domain }: Order): Promise<PurchaseStep[]> {
    // Requests that only read, such as polls, are not steps here, and would use up the limit.
    const filter = { domain, orderId: id, isChange: true };
    const rows = await this.log.oldest(tenant, filter, { limit: MAX_REQUESTS });
    return rows.flatMap(row => {
      const step = stepOfRequest(row, row => this.requestOf(tenant, row));
      if (!step) return [];
      // A request to a facade begins before the order that it places and pays.
      return row.facade && step.kind === 'payment' ? notEarlierThan(realTimeOf(id), step) : step;
    });
  }

  /** The last search for the domain before the order. */
  private async searchBefore(tenant: Tenant, order: Order, requests: PurchaseStep[]): Promise<PurchaseStep[]> {
    const placing = requests.find(({ kind }) => kind === 'order');
    const at = realTimeOf(order.id) ?? placing?.at;
    if (order.kind === 'renewal' || at === undefined) return [];
    // A search is logged when the process notices the end of its response, by which time the order can have arrived.
    const filter = { domain: order.domain, ...routeOf(SEARCH), to: new Date(Date.parse(at) + NOTICE_MS) };
    const rows = await this.log.newest(tenant, filter, 1);
    const steps = rows.flatMap(row => stepOfRequest(row, row => this.requestOf(tenant, row)) ?? []);
    return steps.map(step => notLaterThan(placing?.at ?? at, notLaterThan(at, step)));
  }

  private async renewalsOf(tenant: Tenant, { id, domain }: Order): Promise<Order[]> {
    const orders = await this.orders.list(tenant.id, { exactDomain: domain }, MAX_ORDERS);
    return orders.filter(({ renews }) => renews === id);
  }

  private async renewalSteps(tenant: Tenant, order: Order): Promise<PurchaseStep[]> {
    const requests = await this.requestSteps(tenant, order);
    const years = `${order.years} ${order.years === 1 ? 'year' : 'years'}`;
    const titles: Partial<Record<PurchaseStep['kind'], string>> = {
      order: `Renewal for ${years} ordered`,
      payment: `Payment of the renewal for ${years}`,
    };
    const renewed = (step: PurchaseStep): PurchaseStep => ({
      ...step,
      kind: 'renewal',
      title: titles[step.kind] ?? step.title,
      order_id: order.id,
    });
    return [...placementSteps(order, requests), ...requests, ...paymentSteps(order, requests, [])].map(renewed);
  }

  private requestOf(tenant: Tenant, row: LogRow): StepRequest {
    const { id, requestId, route, status, keyId, isReplayed } = row;
    return {
      id: this.ids.encode({ prefix: REQUEST_PREFIX, owner: tenant.id }, id),
      request_id: requestId,
      endpoint: route,
      status,
      key: keyId === WORLDS_KEY ? null : keyId,
      replayed: isReplayed === true,
      lost: isResponseLost(row),
    };
  }
}
