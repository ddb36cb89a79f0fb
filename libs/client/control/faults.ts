import type { CallOptions } from '../options.js';
import type { ResponsePromise } from '../response.js';
import type { Transport } from '../transport.js';
import type { Body, Data } from '../types.js';

/** Rules that make requests of the tenant fail on purpose. */
export class FaultControl {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Adds a rule. It is not repeated if its response is lost, because that could add it twice. */
  add(body: Body<'addFault'>, options?: CallOptions): ResponsePromise<Data<'addFault'>> {
    return this.#transport.call<'addFault'>({ method: 'POST', path: 'control/faults', body }, options);
  }

  /** Lists the rules, with the number of requests that each has made fail. */
  list(options?: CallOptions): ResponsePromise<Data<'listFaults'>> {
    return this.#transport.call<'listFaults'>({ method: 'GET', path: 'control/faults' }, options);
  }

  /** Removes a rule. */
  remove(id: string, options?: CallOptions): ResponsePromise<Data<'removeFault'>> {
    return this.#transport.call<'removeFault'>(
      { method: 'DELETE', path: `control/faults/${encodeURIComponent(id)}` },
      options,
    );
  }

  /** Removes all rules. */
  clear(options?: CallOptions): ResponsePromise<Data<'removeAllFaults'>> {
    return this.#transport.call<'removeAllFaults'>({ method: 'DELETE', path: 'control/faults' }, options);
  }
}
