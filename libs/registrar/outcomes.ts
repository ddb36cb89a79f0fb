import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '#platform/process/clock';
import { Database, Statement } from '#platform/database';
import { contextOf, recordEvents } from '#platform/events/sql';
import type { EventKind } from '#platform/contract';
import { newId } from '#platform/security/ids';
import { toDecimal } from '#domains/contract';
import { DomainRegistered, DomainRegistrationFailed, DomainRenewalFailed, DomainRenewed } from '#domains/events';
import { CURRENCY } from './accounts.js';
import type { Failure } from './model/purchase.js';
import { addEntry } from './storage/ledger.js';
import { type LiveOrder, storeOrder } from './storage/orders.js';
import {
  extendRegistration,
  findRegistration,
  insertRegistration,
  type LiveRegistration,
} from './storage/registrations.js';

const recordEvent = new Statement<
  never,
  {
    id: string;
    type: string;
    tenant: string;
    order: string;
    now: Date;
    request: string | null;
    traceparent: string | null;
    data: string;
  }
>(
  'live-orders.record-event',
  recordEvents('(SELECT) outcome', {
    id: ':id',
    kind: { type: ':type::text' },
    tenantId: ':tenant',
    key: ':order',
    occurredAt: ':now::timestamptz',
    recordedAt: ':now::timestamptz',
    context: contextOf(':request::text', { traceparent: ':traceparent::text' }),
    data: ':data::text',
    orderBy: '1',
    environment: 'live',
  }),
);

/** Ends purchases: one transaction changes the order, the account and the registration, and records the event, exactly once. */
@Injectable()
export class Outcomes {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Whether the registration that an order renews was bought at a premium price. */
  async isPremium({ tenantId: tenant, domain }: LiveOrder): Promise<boolean> {
    return (await findRegistration.first(this.database, { tenant, domain }))?.premium ?? false;
  }

  /** Does nothing if another process has leased the order since. */
  async register(tx: EntityManager, order: LiveOrder, expiresAt: Date): Promise<void> {
    const { tenantId: tenant, domain, kind } = order;
    const now = this.clock.now();
    const known = kind === 'renewal' ? await findRegistration.first(tx, { tenant, domain }) : undefined;
    const registeredAt = known?.registeredAt ?? now;
    const outcome = { domainStatus: 'registered', registeredAt, expiresAt } as const;
    if (!(await this.end(tx, order, outcome, 'capture', now))) return;
    if (kind === 'renewal') {
      await extendRegistration.run(tx, { tenant, domain, expires: expiresAt });
      return this.record(tx, order, DomainRenewed, renewedData(order, registeredAt, expiresAt), now);
    }
    const premium = order.premiumPrice !== null;
    await insertRegistration.run(tx, { ...order, orderId: order.id, premium, registeredAt, expiresAt });
    return this.record(tx, order, DomainRegistered, registeredData(order, registeredAt, expiresAt), now);
  }

  /** Does nothing if another process has leased the order since. */
  async fail(tx: EntityManager, order: LiveOrder, failure: Failure): Promise<void> {
    const { tenantId: tenant, domain } = order;
    const now = this.clock.now();
    const outcome = { status: 'refunded', domainStatus: 'failed', failure } as const;
    if (!(await this.end(tx, order, outcome, 'release', now))) return;
    const reason = failure.code.toLowerCase();
    if (order.kind === 'registration')
      return this.record(tx, order, DomainRegistrationFailed, failedData(order, reason), now);
    const held = await findRegistration.first(tx, { tenant, domain });
    return this.record(tx, order, DomainRenewalFailed, unrenewedData(order, held!, reason, now), now);
  }

  private async end(
    tx: EntityManager,
    order: LiveOrder,
    outcome: Partial<LiveOrder>,
    kind: 'capture' | 'release',
    now: Date,
  ): Promise<boolean> {
    const done = { step: null, stuck: null, dueAt: null, lease: null, leasedUntil: null };
    const ended = { ...order, ...outcome, ...done, endedAt: now };
    if (!(await storeOrder(tx, ended, order.lease!))) return false;
    await addEntry(tx, { kind, tenant: order.tenantId, amount: order.total, order: order.id, now });
    return true;
  }

  private async record<Data extends object>(
    tx: EntityManager,
    { tenantId: tenant, id: order, requestId: request, traceparent }: LiveOrder,
    { type }: EventKind<Data>,
    data: Data,
    now: Date,
  ): Promise<void> {
    const event = { id: newId('evt'), type, tenant, order, now, request, traceparent, data: JSON.stringify(data) };
    await recordEvent.run(tx, event);
  }
}

const amountOf = ({ total }: LiveOrder) => ({ currency: CURRENCY, total: toDecimal(total, CURRENCY) });

const aboutOrder = ({ id, domain, tld }: LiveOrder) => ({ order_id: id, domain, tld });

const registeredData = (order: LiveOrder, registeredAt: Date, expiresAt: Date) => ({
  ...aboutOrder(order),
  years: order.years,
  status: 'registered' as const,
  registered_at: registeredAt.toISOString(),
  expires_at: expiresAt.toISOString(),
  amount: amountOf(order),
  owner: { email: order.owner.email },
  tenant: order.slug!,
});

const renewedData = (order: LiveOrder, registeredAt: Date, expiresAt: Date) => ({
  ...aboutOrder(order),
  years: order.years,
  status: 'registered' as const,
  registered_at: registeredAt.toISOString(),
  previous_expires_at: order.expiresBefore!.toISOString(),
  expires_at: expiresAt.toISOString(),
  amount: amountOf(order),
  tenant: order.slug!,
});

const failedData = (order: LiveOrder, reason: string) => ({
  ...aboutOrder(order),
  status: 'failed' as const,
  tenant: order.slug!,
  reason,
  refund: amountOf(order),
});

const unrenewedData = (order: LiveOrder, held: LiveRegistration, reason: string, now: Date) => ({
  ...aboutOrder(order),
  status: held.expiresAt > now ? ('registered' as const) : ('expired' as const),
  registered_at: held.registeredAt.toISOString(),
  expires_at: held.expiresAt.toISOString(),
  tenant: order.slug!,
  reason,
  amount: amountOf(order),
});
