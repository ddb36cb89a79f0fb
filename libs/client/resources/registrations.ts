import type { CallOptions } from '../options.js';
import { Pages } from '../pages.js';
import type { ResponsePromise } from '../response.js';
import type { Transport } from '../transport.js';
import type { Data, Query } from '../types.js';

/** Domains that the tenant has registered. */
export class Registrations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Throws `RegistrationNotFoundError` if the tenant has not registered the domain. */
  get(domain: string, options?: CallOptions): ResponsePromise<Data<'getRegistration'>> {
    return this.#transport.call<'getRegistration'>(
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
        this.#transport.call<'listRegistrations'>(
          { method: 'GET', path: 'registrations', query: { ...query, ...(after !== undefined && { after }) } },
          options,
        ),
      page => page.registrations,
    );
  }
}
