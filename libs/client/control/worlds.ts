import type { CallOptions } from '../options.js';
import type { ResponsePromise } from '../response.js';
import type { Transport } from '../transport.js';
import type { Body, Data } from '../types.js';

/** Throw-away worlds: tenants of their own, for example one for each test. */
export class WorldsControl {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a world and returns its tenant and API key, the options of another client. It is not repeated if its response
   * is lost, because that could create two.
   */
  create(body: Body<'createWorld'> = {}, options?: CallOptions): ResponsePromise<Data<'createWorld'>> {
    return this.#transport.call<'createWorld'>({ method: 'POST', path: 'control/worlds', body }, options);
  }

  /** Lists the live worlds of the tenant. */
  list(options?: CallOptions): ResponsePromise<Data<'listWorlds'>> {
    return this.#transport.call<'listWorlds'>({ method: 'GET', path: 'control/worlds' }, options);
  }

  /** Ends a world and removes its data. */
  end(tenant: string, options?: CallOptions): ResponsePromise<Data<'endWorld'>> {
    return this.#transport.call<'endWorld'>(
      { method: 'DELETE', path: `control/worlds/${encodeURIComponent(tenant)}` },
      options,
    );
  }
}
