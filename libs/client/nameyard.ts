import { Control } from './control.js';
import { NameyardError } from './error.js';
import type { NameyardOptions } from './options.js';
import { Account, Domains, Tlds, Events, Orders, Registrations } from './resources.js';
import { Transport } from './transport.js';

/** Client of a tenant. It has no state, so one instance can be shared. */
export class Nameyard {
  /** Search, order, check out and renew. */
  readonly domains: Domains;
  /** Orders that were placed. */
  readonly orders: Orders;
  /** Registered domains. */
  readonly registrations: Registrations;
  /** TLDs with their prices. */
  readonly tlds: Tlds;
  /** Events, for programs without a webhook receiver. */
  readonly events: Events;
  /** The prepaid account of the tenant for live orders; `live` only. */
  readonly account: Account;
  readonly #control: Control | undefined;

  /** Throws `NameyardError` if an option is missing or invalid, and in browsers. */
  constructor(options: NameyardOptions) {
    const transport = new Transport(options);
    this.domains = new Domains(transport);
    this.orders = new Orders(transport);
    this.registrations = new Registrations(transport);
    this.tlds = new Tlds(transport);
    this.events = new Events(transport);
    this.account = new Account(transport);
    this.#control = options.environment === 'live' ? undefined : new Control(transport);
  }

  /** Worlds, clock, faults, journal and receivers, for tests. Throws `NameyardError` in the environment `live`. */
  get control(): Control {
    if (!this.#control) throw new NameyardError('The live API has no test control; use environment: sandbox.');
    return this.#control;
  }
}
