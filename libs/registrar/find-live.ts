import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '#identity/access';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database } from '#platform/database';
import { readPage } from '#platform/http';
import { DomainName, RegistrationNotFound } from '#domains';
import { type ListRegistrationsQuery, type SearchRequest, type SearchResult, toDecimal } from '#domains/contract';
import type { ListOrdersQuery } from '#orders/contract';
import { OrderNotFound } from '#orders/model';
import { Accounts, CURRENCY } from './accounts.js';
import { AskRegistrar } from './ask-registrar.js';
import type {
  LiveAccountResult,
  LiveOrderList,
  LiveOrderResult,
  LiveRegistrationDetails,
  LiveRegistrationList,
  LiveRegistrationResult,
} from './contract.js';
import { liveOrderDetails } from './live-orders.js';
import { findOrder, listOrders } from './storage/orders.js';
import { findRegistration, listRegistrations, type LiveRegistration } from './storage/registrations.js';

const YEAR_MS = 365.25 * 86_400_000;

/** Searches domains at the registrar, and reads the stored live orders, registrations and account of a tenant. */
@Injectable()
export class FindLive {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly registrar: AskRegistrar,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Returns the availability and prices of a domain.
   * @throws InvalidDomain · UnsupportedTld, and errors of `AskRegistrar`
   */
  async search(caller: Caller, { domain }: SearchRequest): Promise<SearchResult> {
    const name = DomainName.parse(domain);
    caller.domain = name.name;
    const { available, premium } = await this.registrar.check(name);
    const { register, renew, transfer } = await this.registrar.prices(name.name);
    return {
      query: name.name,
      ...(name.unicode === name.name ? {} : { unicode: name.unicode }),
      status: available ? (premium ? 'premium' : 'available') : 'taken',
      tld: name.tld,
      price: {
        currency: CURRENCY,
        register: toDecimal(register, CURRENCY),
        renew: toDecimal(renew, CURRENCY),
        transfer: toDecimal(transfer, CURRENCY),
      },
      suggestions: [],
      meta: { ...this.meta, rule: available ? 'default' : 'registered' },
    };
  }

  /** @throws OrderNotFound · RegistrarNotConnected */
  async order(caller: Caller, id: string): Promise<LiveOrderResult> {
    this.registrar.requireConnected();
    const order = await findOrder.first(this.database, { tenant: caller.tenant.id, id });
    if (!order) throw new OrderNotFound();
    Object.assign(caller, { orderId: id, domain: order.domain });
    return { ...liveOrderDetails(order), meta: this.meta };
  }

  /** @throws RegistrarNotConnected */
  async orders({ tenant }: Caller, { limit, after: before, ...filter }: ListOrdersQuery): Promise<LiveOrderList> {
    this.registrar.requireConnected();
    const read = (count: number) => listOrders(this.database, tenant.id, { before, ...filter }, count);
    const { rows, next } = await readPage(limit, read, ({ id }) => id);
    return { orders: rows.map(liveOrderDetails), next, meta: this.meta };
  }

  /** @throws InvalidDomain · UnsupportedTld · RegistrationNotFound · RegistrarNotConnected */
  async registration(caller: Caller, domain: string): Promise<LiveRegistrationResult> {
    this.registrar.requireConnected();
    const { name } = DomainName.parse(domain);
    caller.domain = name;
    const found = await findRegistration.first(this.database, { tenant: caller.tenant.id, domain: name });
    if (!found) throw new RegistrationNotFound();
    return { ...this.details(found), meta: this.meta };
  }

  /** @throws RegistrarNotConnected */
  async registrations({ tenant }: Caller, query: ListRegistrationsQuery): Promise<LiveRegistrationList> {
    this.registrar.requireConnected();
    const { limit, after, status, expires_before, domain } = query;
    const filter = {
      before: after === undefined ? undefined : positionOf(after),
      domain,
      isExpired: status === undefined ? undefined : status === 'expired',
      expiresBefore: expires_before === undefined ? undefined : new Date(expires_before),
      now: this.clock.now(),
    };
    const read = (count: number) => listRegistrations(this.database, tenant.id, filter, count);
    const { rows, next } = await readPage(limit, read, row => `${row.registeredAt.getTime()}_${row.domain}`);
    return { registrations: rows.map(row => this.details(row)), next, meta: this.meta };
  }

  /** @throws RegistrarNotConnected */
  async account({ tenant }: Caller): Promise<LiveAccountResult> {
    this.registrar.requireConnected();
    return { ...(await this.accounts.view(tenant.id)), meta: this.meta };
  }

  private details({ domain, tld, orderId, registeredAt, expiresAt }: LiveRegistration): LiveRegistrationDetails {
    return {
      domain,
      tld,
      order_id: orderId,
      registered_at: registeredAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      status: expiresAt > this.clock.now() ? 'registered' : 'expired',
      years: Math.round((expiresAt.getTime() - registeredAt.getTime()) / YEAR_MS),
    };
  }

  private get meta() {
    return { source: this.settings.liveSource };
  }
}

/** Parses a cursor, which `ListRegistrationsQuery` has validated. */
function positionOf(cursor: string): { registeredAt: Date; domain: string } {
  const at = cursor.indexOf('_');
  return { registeredAt: new Date(Number(cursor.slice(0, at))), domain: cursor.slice(at + 1) };
}
