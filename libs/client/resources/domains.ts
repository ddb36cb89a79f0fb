import type { CallOptions, IdempotentCallOptions } from '../options.js';
import type { ResponsePromise } from '../response.js';
import type { Transport } from '../transport.js';
import type { Body, Data } from '../types.js';

/** Searches, orders, pays for, renews and transfers domains. */
export class Domains {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Tells whether a domain is available, at what price, and suggests alternatives. */
  search(domain: string | Body<'searchDomain'>, options?: CallOptions): ResponsePromise<Data<'searchDomain'>> {
    const body = typeof domain === 'string' ? { domain } : domain;
    return this.#transport.call<'searchDomain'>({ method: 'POST', path: 'domains/search', body }, options);
  }

  /** Returns the availability and prices of up to 50 domains. */
  check(
    domains: readonly string[] | Body<'checkDomains'>,
    options?: CallOptions,
  ): ResponsePromise<Data<'checkDomains'>> {
    const body = 'domains' in domains ? domains : { domains: [...domains] };
    return this.#transport.call<'checkDomains'>({ method: 'POST', path: 'domains/check', body }, options);
  }

  /** Orders a domain. It is registered when the order is paid by `checkout`. */
  order(body: Body<'placeOrder'>, options?: IdempotentCallOptions): ResponsePromise<Data<'placeOrder'>> {
    return this.#transport.call<'placeOrder'>(
      { method: 'POST', path: 'domains/order', body, isIdempotent: true },
      options,
    );
  }

  /** Takes the payment of an order, and registers or renews its domain. The environment `live` takes it from `account`. */
  checkout(
    body: Body<'checkOut'> | Body<'checkOutLive'>,
    options?: IdempotentCallOptions,
  ): ResponsePromise<Data<'checkOut'>> {
    return this.#transport.call<'checkOut'>(
      { method: 'POST', path: 'domains/checkout', body: body as Body<'checkOut'>, isIdempotent: true },
      options,
    );
  }

  /** Orders the transfer of a domain from another registrar. It starts when the order is paid by `checkout`. */
  transfer(body: Body<'transferDomain'>, options?: IdempotentCallOptions): ResponsePromise<Data<'transferDomain'>> {
    return this.#transport.call<'transferDomain'>(
      { method: 'POST', path: 'domains/transfer', body, isIdempotent: true },
      options,
    );
  }

  /** Orders the renewal of a registered domain. Its expiry moves when the order is paid by `checkout`. */
  renew(body: Body<'renewDomain'>, options?: IdempotentCallOptions): ResponsePromise<Data<'renewDomain'>> {
    return this.#transport.call<'renewDomain'>(
      { method: 'POST', path: 'domains/renew', body, isIdempotent: true },
      options,
    );
  }
}
