import type { CallOptions } from '../options.js';
import type { ResponsePromise } from '../response.js';
import type { Transport } from '../transport.js';
import type { Body, Data } from '../types.js';

/** Webhook receivers of the tenant. */
export class ReceiverControl {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Adds a receiver and returns it with its signing secret. It is not repeated if its response is lost, because that could
   * add it twice.
   */
  add(body: Body<'addReceiver'>, options?: CallOptions): ResponsePromise<Data<'addReceiver'>> {
    return this.#transport.call<'addReceiver'>({ method: 'POST', path: 'control/receivers', body }, options);
  }

  /** Lists the receivers, without their secrets. */
  list(options?: CallOptions): ResponsePromise<Data<'listReceivers'>> {
    return this.#transport.call<'listReceivers'>({ method: 'GET', path: 'control/receivers' }, options);
  }

  /** Removes a receiver. */
  remove(id: string, options?: CallOptions): ResponsePromise<Data<'removeReceiver'>> {
    return this.#transport.call<'removeReceiver'>(
      { method: 'DELETE', path: `control/receivers/${encodeURIComponent(id)}` },
      options,
    );
  }
}
