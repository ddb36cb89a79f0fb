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

  /** Decides at once the order of a domain that is pending or requires action. */
  decide(body: Body<'decideOrder'>, options?: CallOptions): ResponsePromise<Data<'decideOrder'>> {
    return this.#transport.call<'decideOrder'>({ method: 'POST', path: 'control/registry/decide', body }, options);
  }

  /** Verifies the email address of the contact of a domain, in place of the registrant. */
  verify(domain: string, options?: CallOptions): ResponsePromise<Data<'verifyContact'>> {
    return this.#transport.call<'verifyContact'>(
      { method: 'POST', path: 'control/registry/verify', body: { domain } },
      options,
    );
  }

  /** Takes over a domain, in place of another registrar. */
  transferOut(body: Body<'transferOut'>, options?: CallOptions): ResponsePromise<Data<'transferOut'>> {
    return this.#transport.call<'transferOut'>(
      { method: 'POST', path: 'control/registry/transfer-out', body },
      options,
    );
  }
}
