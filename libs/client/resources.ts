import type { CallOptions, IdempotentCallOptions } from './options.js';
import type { ResponsePromise } from './response.js';
import type { Body, Data, Query } from './types.js';
import { Pages } from './pages.js';
import { Resource } from './transport.js';

/** The prepaid account of the tenant for live orders. */
export class Account extends Resource {
  /** Returns the credit, the amount held for paid orders without an outcome, the amount spent, and the daily limit. */
  get(options?: CallOptions): ResponsePromise<Data<'getAccountLive'>> {
    return this.call<'getAccountLive'>({ method: 'GET', path: 'account', environment: 'live' }, options);
  }
}

/** Searches, orders, pays for, renews and transfers domains. */
export class Domains extends Resource {
  /** Tells whether a domain is available, at what price, and suggests alternatives. */
  search(domain: string | Body<'searchDomain'>, options?: CallOptions): ResponsePromise<Data<'searchDomain'>> {
    const body = typeof domain === 'string' ? { domain } : domain;
    return this.call<'searchDomain'>({ method: 'POST', path: 'domains/search', body }, options);
  }

  /** Returns the availability and prices of up to 50 domains. */
  check(
    domains: readonly string[] | Body<'checkDomains'>,
    options?: CallOptions,
  ): ResponsePromise<Data<'checkDomains'>> {
    const body = 'domains' in domains ? domains : { domains: [...domains] };
    return this.call<'checkDomains'>({ method: 'POST', path: 'domains/check', body }, options);
  }

  /** Orders a domain. `checkout` pays for the order and registers the domain. */
  order(body: Body<'placeOrder'>, options?: IdempotentCallOptions): ResponsePromise<Data<'placeOrder'>> {
    return this.call<'placeOrder'>({ method: 'POST', path: 'domains/order', body, isIdempotent: true }, options);
  }

  /** Pays for an order, and registers, renews or transfers its domain. In `live`, the amount is taken from `account`. */
  checkout(
    body: Body<'checkOut'> | Body<'checkOutLive'>,
    options?: IdempotentCallOptions,
  ): ResponsePromise<Data<'checkOut'>> {
    return this.call<'checkOut'>(
      { method: 'POST', path: 'domains/checkout', body: body as Body<'checkOut'>, isIdempotent: true },
      options,
    );
  }

  /** Orders the transfer of a domain from another registrar. `checkout` pays for the order and starts the transfer. */
  transfer(body: Body<'transferDomain'>, options?: IdempotentCallOptions): ResponsePromise<Data<'transferDomain'>> {
    return this.call<'transferDomain'>({ method: 'POST', path: 'domains/transfer', body, isIdempotent: true }, options);
  }

  /** Orders the renewal of a registered domain. `checkout` pays for the order and extends the registration. */
  renew(body: Body<'renewDomain'>, options?: IdempotentCallOptions): ResponsePromise<Data<'renewDomain'>> {
    return this.call<'renewDomain'>({ method: 'POST', path: 'domains/renew', body, isIdempotent: true }, options);
  }
}

/** Longer than the service waits for an event. */
const MIN_TIMEOUT = 60_000;

/** Events of the tenant, for programs that cannot receive webhooks. */
export class Events extends Resource {
  /**
   * Returns the events after a cursor. Without new events, the service waits for up to `wait` seconds. `next` is the
   * cursor of the next call; without `after`, only events from now on are returned.
   */
  list(query: Query<'followEvents'> = {}, options?: CallOptions): ResponsePromise<Data<'followEvents'>> {
    return this.call<'followEvents'>({ method: 'GET', path: 'events', query, minTimeout: MIN_TIMEOUT }, options);
  }
}

/** An order. `failure` is present in the environment `live` only. */
type OrderData = Data<'getOrder'> & Partial<Pick<Data<'getOrderLive'>, 'failure'>>;

/** Orders of the tenant. */
export class Orders extends Resource {
  /** Returns an order. Throws `OrderNotFoundError` if the tenant has no such order. */
  get(orderId: string, options?: CallOptions): ResponsePromise<OrderData> {
    return this.call<'getOrder'>({ method: 'GET', path: `orders/${encodeURIComponent(orderId)}` }, options);
  }

  /** Cancels and refunds a transfer that is not complete, or a registration that requires action. */
  cancel(orderId: string, options?: IdempotentCallOptions): ResponsePromise<Data<'cancelOrder'>> {
    return this.call<'cancelOrder'>(
      { method: 'POST', path: `orders/${encodeURIComponent(orderId)}/cancel`, body: {}, isIdempotent: true },
      options,
    );
  }

  /** Orders, newest first. `limit` is the size of a page. */
  list(
    query: Query<'listOrders'> = {},
    options?: CallOptions,
  ): Pages<Data<'listOrders'>, Data<'listOrders'>['orders'][number]> {
    return new Pages(
      after =>
        this.call<'listOrders'>(
          { method: 'GET', path: 'orders', query: { ...query, ...(after !== undefined && { after }) } },
          options,
        ),
      page => page.orders,
    );
  }
}

/** Domains that the tenant has registered: reads, changes and deletes them. */
export class Registrations extends Resource {
  /** Returns a registration. Throws `RegistrationNotFoundError` if the tenant has not registered the domain. */
  get(domain: string, options?: CallOptions): ResponsePromise<Data<'getRegistration'>> {
    return this.call<'getRegistration'>(
      { method: 'GET', path: `registrations/${encodeURIComponent(domain)}` },
      options,
    );
  }

  /** Registrations, newest first. `limit` is the size of a page. */
  list(
    query: Query<'listRegistrations'> = {},
    options?: CallOptions,
  ): Pages<Data<'listRegistrations'>, Data<'listRegistrations'>['registrations'][number]> {
    return new Pages(
      after =>
        this.call<'listRegistrations'>(
          { method: 'GET', path: 'registrations', query: { ...query, ...(after !== undefined && { after }) } },
          options,
        ),
      page => page.registrations,
    );
  }

  /** Changes settings or the contact of a registration, and returns it. */
  update(
    domain: string,
    body: Body<'updateRegistration'>,
    options?: IdempotentCallOptions,
  ): ResponsePromise<Data<'updateRegistration'>> {
    return this.call<'updateRegistration'>(
      { method: 'PATCH', path: `registrations/${encodeURIComponent(domain)}`, body, isIdempotent: true },
      options,
    );
  }

  /** Deletes a registration. Within five days after the registration, its order is refunded; a transfer is not. */
  delete(domain: string, options?: IdempotentCallOptions): ResponsePromise<Data<'deleteRegistration'>> {
    return this.call<'deleteRegistration'>(
      { method: 'DELETE', path: `registrations/${encodeURIComponent(domain)}`, isIdempotent: true },
      options,
    );
  }

  /** Returns the auth code for a transfer to another registrar. Throws `DomainLockedError` while the domain is locked. */
  authCode(domain: string, options?: CallOptions): ResponsePromise<Data<'getAuthCode'>> {
    return this.call<'getAuthCode'>(
      { method: 'GET', path: `registrations/${encodeURIComponent(domain)}/auth-code` },
      options,
    );
  }
}

/** TLDs that domains can be registered under. */
export class Tlds extends Resource {
  /** Lists all TLDs with their prices, required owner fields and features. */
  list(options?: CallOptions): ResponsePromise<Data<'listTlds'>> {
    return this.call<'listTlds'>({ method: 'GET', path: 'tlds' }, options);
  }
}
