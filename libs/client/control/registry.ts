import type { CallOptions } from '../options.js';
import type { ResponsePromise } from '../response.js';
import type { Transport } from '../transport.js';
import type { Body, Data } from '../types.js';

/** The registry behind the sandbox of the tenant. */
export class RegistryControl {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns the settings. */
  get(options?: CallOptions): ResponsePromise<Data<'getRegistry'>> {
    return this.#transport.call<'getRegistry'>({ method: 'GET', path: 'control/registry' }, options);
  }

  /** Replaces all settings; missing ones get their defaults. */
  set(body: Body<'setRegistry'>, options?: CallOptions): ResponsePromise<Data<'setRegistry'>> {
    return this.#transport.call<'setRegistry'>(
      { method: 'PUT', path: 'control/registry', body, isIdempotent: true },
      options,
    );
  }

  /** Decides at once the order of a domain that waits for the registry, or for somebody. */
  decide(body: Body<'decideOrder'>, options?: CallOptions): ResponsePromise<Data<'decideOrder'>> {
    return this.#transport.call<'decideOrder'>({ method: 'POST', path: 'control/registry/decide', body }, options);
  }
}
