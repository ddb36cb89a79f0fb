import type { CallOptions, IdempotentCallOptions } from './options.js';
import type { ResponsePromise } from './response.js';
import type { Body, Data, Query } from './types.js';
import { Pages } from './pages.js';
import { Resource, type Transport } from './transport.js';

/** Test control of the sandbox. It requires the permission `sandbox.control`. */
export class Control {
  /** Temporary tenants. */
  readonly worlds: WorldsControl;
  /** Snapshots and reset of the tenant. */
  readonly world: WorldControl;
  /** The clock of the tenant. */
  readonly clock: ClockControl;
  /** Rules that disturb requests and webhooks. */
  readonly faults: FaultControl;
  /** What the tenant has sent and received. */
  readonly journal: JournalControl;
  /** Reports of `nameyard explore`. */
  readonly explorations: ExplorationControl;
  /** Webhook receivers. */
  readonly receivers: ReceiverControl;
  /** Settings and decisions of the registry. */
  readonly registry: RegistryControl;

  constructor(transport: Transport) {
    this.worlds = new WorldsControl(transport);
    this.world = new WorldControl(transport);
    this.clock = new ClockControl(transport);
    this.faults = new FaultControl(transport);
    this.journal = new JournalControl(transport);
    this.explorations = new ExplorationControl(transport);
    this.receivers = new ReceiverControl(transport);
    this.registry = new RegistryControl(transport);
  }
}

/** The service responds to a change of the clock only after all due events have happened. */
const CHANGE_TIMEOUT = 120_000;

/** The clock of the tenant. Changes have a default timeout of two minutes. */
export class ClockControl extends Resource {
  /** Returns the mode and the present time. */
  get(options?: CallOptions): ResponsePromise<Data<'getClock'>> {
    return this.call<'getClock'>({ method: 'GET', path: 'control/clock' }, options);
  }

  /** Freezes the clock, lets it run, or returns it to real time. */
  set(body: Body<'setClock'>, options?: IdempotentCallOptions): ResponsePromise<Data<'setClock'>> {
    return this.call<'setClock'>(
      { method: 'PUT', path: 'control/clock', body, isIdempotent: true, minTimeout: CHANGE_TIMEOUT },
      options,
    );
  }

  /** Moves the clock forward, `by` an ISO 8601 duration or `to` a time. */
  advance(body: Body<'advanceClock'>, options?: IdempotentCallOptions): ResponsePromise<Data<'advanceClock'>> {
    return this.call<'advanceClock'>(
      { method: 'POST', path: 'control/clock/advance', body, isIdempotent: true, minTimeout: CHANGE_TIMEOUT },
      options,
    );
  }
}

/** Reports of `nameyard explore`. */
export class ExplorationControl extends Resource {
  /** Adds a report. The call is not repeated if its response is lost, because that could add it twice. */
  add(report: Body<'addExploration'>, options?: CallOptions): ResponsePromise<Data<'addExploration'>> {
    return this.call<'addExploration'>({ method: 'POST', path: 'control/explorations', body: report }, options);
  }

  /** Lists the explorations of the tenant, newest first. */
  list(options?: CallOptions): ResponsePromise<Data<'listExplorations'>> {
    return this.call<'listExplorations'>({ method: 'GET', path: 'control/explorations' }, options);
  }

  /** Returns the report of an exploration. */
  get(id: string, options?: CallOptions): ResponsePromise<Data<'getExploration'>> {
    return this.call<'getExploration'>(
      { method: 'GET', path: `control/explorations/${encodeURIComponent(id)}` },
      options,
    );
  }
}

/** Rules that disturb requests and webhooks of the tenant on purpose. */
export class FaultControl extends Resource {
  /** Adds a rule. The call is not repeated if its response is lost, because that could add it twice. */
  add(body: Body<'addFault'>, options?: CallOptions): ResponsePromise<Data<'addFault'>> {
    return this.call<'addFault'>({ method: 'POST', path: 'control/faults', body }, options);
  }

  /** Lists the rules, each with the number of requests or webhooks it has affected. */
  list(options?: CallOptions): ResponsePromise<Data<'listFaults'>> {
    return this.call<'listFaults'>({ method: 'GET', path: 'control/faults' }, options);
  }

  /** Removes a rule. */
  remove(id: string, options?: CallOptions): ResponsePromise<Data<'removeFault'>> {
    return this.call<'removeFault'>({ method: 'DELETE', path: `control/faults/${encodeURIComponent(id)}` }, options);
  }

  /** Removes all rules. */
  clear(options?: CallOptions): ResponsePromise<Data<'removeAllFaults'>> {
    return this.call<'removeAllFaults'>({ method: 'DELETE', path: 'control/faults' }, options);
  }
}

/** Longer than the service waits for the expected number. */
const VERIFY_TIMEOUT = 60_000;

/** What has happened in the sandbox of the tenant. */
export class JournalControl extends Resource {
  /** Requests, oldest first. `limit` is the size of a page. */
  requests(
    query: Query<'readJournal'> = {},
    options?: CallOptions,
  ): Pages<Data<'readJournal'>, Data<'readJournal'>['requests'][number]> {
    return new Pages(
      after =>
        this.call<'readJournal'>(
          { method: 'GET', path: 'control/requests', query: { ...query, ...(after !== undefined && { after }) } },
          options,
        ),
      page => page.requests,
    );
  }

  /** Counts requests or webhook deliveries, and waits until the expected number is reached. */
  verify(body: Body<'verify'>, options?: CallOptions): ResponsePromise<Data<'verify'>> {
    return this.call<'verify'>({ method: 'POST', path: 'control/verify', body, minTimeout: VERIFY_TIMEOUT }, options);
  }
}

/** Webhook receivers of the tenant. */
export class ReceiverControl extends Resource {
  /**
   * Adds a receiver and returns it with its signing secret. The call is not repeated if its response is lost, because
   * that could add a second receiver.
   */
  add(body: Body<'addReceiver'>, options?: CallOptions): ResponsePromise<Data<'addReceiver'>> {
    return this.call<'addReceiver'>({ method: 'POST', path: 'control/receivers', body }, options);
  }

  /** Lists the receivers, without their secrets. */
  list(options?: CallOptions): ResponsePromise<Data<'listReceivers'>> {
    return this.call<'listReceivers'>({ method: 'GET', path: 'control/receivers' }, options);
  }

  /** Removes a receiver. */
  remove(id: string, options?: CallOptions): ResponsePromise<Data<'removeReceiver'>> {
    return this.call<'removeReceiver'>(
      { method: 'DELETE', path: `control/receivers/${encodeURIComponent(id)}` },
      options,
    );
  }
}

/** The registry behind the sandbox of the tenant. */
export class RegistryControl extends Resource {
  /** Returns the settings. */
  get(options?: CallOptions): ResponsePromise<Data<'getRegistry'>> {
    return this.call<'getRegistry'>({ method: 'GET', path: 'control/registry' }, options);
  }

  /** Replaces all settings; missing ones get their defaults. */
  set(body: Body<'setRegistry'>, options?: CallOptions): ResponsePromise<Data<'setRegistry'>> {
    return this.call<'setRegistry'>({ method: 'PUT', path: 'control/registry', body }, options);
  }

  /** Decides the order of a domain immediately. The order must be pending or require action. */
  decide(body: Body<'decideOrder'>, options?: CallOptions): ResponsePromise<Data<'decideOrder'>> {
    return this.call<'decideOrder'>({ method: 'POST', path: 'control/registry/decide', body }, options);
  }

  /** Verifies the email address of the contact of a domain, as the registrant would. */
  verify(domain: string, options?: CallOptions): ResponsePromise<Data<'verifyContact'>> {
    return this.call<'verifyContact'>({ method: 'POST', path: 'control/registry/verify', body: { domain } }, options);
  }

  /** Transfers a domain away, as another registrar would. */
  transferOut(body: Body<'transferOut'>, options?: CallOptions): ResponsePromise<Data<'transferOut'>> {
    return this.call<'transferOut'>({ method: 'POST', path: 'control/registry/transfer-out', body }, options);
  }
}

/**
 * State of the tenant's sandbox: clock, registry settings, orders with their payments, registrations, fault rules and the
 * contacts of facades.
 */
export class WorldControl extends Resource {
  /** Returns a snapshot, which `put` restores. */
  get(options?: CallOptions): ResponsePromise<Data<'getWorld'>> {
    return this.call<'getWorld'>({ method: 'GET', path: 'control/world' }, options);
  }

  /** Replaces the state with a snapshot. */
  put(snapshot: Body<'restoreWorld'>, options?: CallOptions): ResponsePromise<Data<'restoreWorld'>> {
    return this.call<'restoreWorld'>({ method: 'PUT', path: 'control/world', body: snapshot }, options);
  }

  /**
   * Sets the clock to real time and the registry to its defaults, and removes orders, payments, registrations, fault
   * rules, contacts of facades and idempotency keys of the sandbox. Logs, events, API keys and webhook receivers are kept.
   */
  reset(options?: CallOptions): ResponsePromise<Data<'resetWorld'>> {
    return this.call<'resetWorld'>({ method: 'DELETE', path: 'control/world' }, options);
  }
}

/** Worlds: temporary tenants, for example one for each test. */
export class WorldsControl extends Resource {
  /**
   * Creates a world. Pass the returned tenant and API key to a new client. The call is not repeated if its response is
   * lost, because that could create a second world.
   */
  create(body: Body<'createWorld'> = {}, options?: CallOptions): ResponsePromise<Data<'createWorld'>> {
    return this.call<'createWorld'>({ method: 'POST', path: 'control/worlds', body }, options);
  }

  /** Lists the live worlds of the tenant. */
  list(options?: CallOptions): ResponsePromise<Data<'listWorlds'>> {
    return this.call<'listWorlds'>({ method: 'GET', path: 'control/worlds' }, options);
  }

  /** Ends a world and removes its data. */
  end(tenant: string, options?: CallOptions): ResponsePromise<Data<'endWorld'>> {
    return this.call<'endWorld'>({ method: 'DELETE', path: `control/worlds/${encodeURIComponent(tenant)}` }, options);
  }
}
