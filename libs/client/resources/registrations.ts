import type { CallOptions, IdempotentCallOptions } from '../options.js';
import { Pages } from '../pages.js';
import type { ResponsePromise } from '../response.js';
import type { Transport } from '../transport.js';
import type { Body, Data, Query } from '../types.js';

/** Domains that the tenant has registered: reads, changes and deletes them. */
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

  /** Changes settings or the contact of a registration, and returns it. */
  update(
    domain: string,
    body: Body<'updateRegistration'>,
    options?: IdempotentCallOptions,
  ): ResponsePromise<Data<'updateRegistration'>> {
    return this.#transport.call<'updateRegistration'>(
      { method: 'PATCH', path: `registrations/${encodeURIComponent(domain)}`, body, isIdempotent: true },
      options,
    );
  }

  /** Deletes a registration. Its order is refunded if it is less than five days old. */
  delete(domain: string, options?: IdempotentCallOptions): ResponsePromise<Data<'deleteRegistration'>> {
    return this.#transport.call<'deleteRegistration'>(
      { method: 'DELETE', path: `registrations/${encodeURIComponent(domain)}`, isIdempotent: true },
      options,
    );
  }

  /** Returns the auth code for a transfer to another registrar. Throws `DomainLockedError` while the domain is locked. */
  authCode(domain: string, options?: CallOptions): ResponsePromise<Data<'getAuthCode'>> {
    return this.#transport.call<'getAuthCode'>(
      { method: 'GET', path: `registrations/${encodeURIComponent(domain)}/auth-code` },
      options,
    );
  }
}
