import type { CallOptions } from '../options.js';
import type { ResponsePromise } from '../response.js';
import type { Transport } from '../transport.js';
import type { Data } from '../types.js';

/** Money of the tenant at the registrar. */
export class Account {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns the credit, what open orders hold, what was spent, and the daily limit. */
  get(options?: CallOptions): ResponsePromise<Data<'getAccountLive'>> {
    return this.#transport.call<'getAccountLive'>({ method: 'GET', path: 'account', environment: 'live' }, options);
  }
}
