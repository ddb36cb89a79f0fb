import type { CallOptions } from '../options.js';
import type { ResponsePromise } from '../response.js';
import type { Transport } from '../transport.js';
import type { Data } from '../types.js';

/** TLDs that domains can be registered under. */
export class Tlds {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists all TLDs with their prices, required owner fields and features. */
  list(options?: CallOptions): ResponsePromise<Data<'listTlds'>> {
    return this.#transport.call<'listTlds'>({ method: 'GET', path: 'tlds' }, options);
  }
}
