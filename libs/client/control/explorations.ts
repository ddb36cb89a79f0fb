import type { CallOptions } from '../options.js';
import type { ResponsePromise } from '../response.js';
import type { Transport } from '../transport.js';
import type { Body, Data } from '../types.js';

/** Reports of `nameyard explore`. */
export class ExplorationControl {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Adds a report. It is not repeated if its response is lost, because that could add it twice. */
  add(report: Body<'addExploration'>, options?: CallOptions): ResponsePromise<Data<'addExploration'>> {
    return this.#transport.call<'addExploration'>(
      { method: 'POST', path: 'control/explorations', body: report },
      options,
    );
  }

  /** Lists the explorations of the tenant, newest first. */
  list(options?: CallOptions): ResponsePromise<Data<'listExplorations'>> {
    return this.#transport.call<'listExplorations'>({ method: 'GET', path: 'control/explorations' }, options);
  }

  /** The report of an exploration. */
  get(id: string, options?: CallOptions): ResponsePromise<Data<'getExploration'>> {
    return this.#transport.call<'getExploration'>(
      { method: 'GET', path: `control/explorations/${encodeURIComponent(id)}` },
      options,
    );
  }
}
