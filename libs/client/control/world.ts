import type { CallOptions } from '../options.js';
import type { ResponsePromise } from '../response.js';
import type { Transport } from '../transport.js';
import type { Body, Data } from '../types.js';

/** The sandbox data of the tenant: clock, orders, registrations and fault rules. */
export class WorldControl {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** A snapshot, which `put` restores. */
  get(options?: CallOptions): ResponsePromise<Data<'getWorld'>> {
    return this.#transport.call<'getWorld'>({ method: 'GET', path: 'control/world' }, options);
  }

  /** Replaces the data by a snapshot. */
  put(snapshot: Body<'restoreWorld'>, options?: CallOptions): ResponsePromise<Data<'restoreWorld'>> {
    return this.#transport.call<'restoreWorld'>({ method: 'PUT', path: 'control/world', body: snapshot }, options);
  }

  /** Removes the data. */
  reset(options?: CallOptions): ResponsePromise<Data<'resetWorld'>> {
    return this.#transport.call<'resetWorld'>({ method: 'DELETE', path: 'control/world' }, options);
  }
}
