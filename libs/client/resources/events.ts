import type { CallOptions } from '../options.js';
import type { ResponsePromise } from '../response.js';
import type { Transport } from '../transport.js';
import type { Data, Query } from '../types.js';

/** Longer than the service waits for an event. */
const MIN_TIMEOUT = 60_000;

/** Events of the tenant, for programs that cannot receive webhooks. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * The events after a cursor. Without new events, it waits for up to `wait` seconds. `next` is the cursor of the next
   * call; without `after`, only events from now on are returned.
   */
  list(query: Query<'followEvents'> = {}, options?: CallOptions): ResponsePromise<Data<'followEvents'>> {
    return this.#transport.call<'followEvents'>(
      { method: 'GET', path: 'events', query, minTimeout: MIN_TIMEOUT },
      options,
    );
  }
}
