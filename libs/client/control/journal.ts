import type { CallOptions } from '../options.js';
import { Pages } from '../pages.js';
import type { ResponsePromise } from '../response.js';
import type { Transport } from '../transport.js';
import type { Body, Data, Query } from '../types.js';

/** Longer than the service waits for what is expected. */
const VERIFY_TIMEOUT = 60_000;

/** What has happened in the sandbox of the tenant. */
export class JournalControl {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Requests, oldest first. `limit` is the size of a page. */
  requests(
    query: Query<'readJournal'> = {},
    options?: CallOptions,
  ): Pages<Data<'readJournal'>, Data<'readJournal'>['requests'][number]> {
    return new Pages(
      after =>
        this.#transport.call<'readJournal'>(
          { method: 'GET', path: 'control/requests', query: { ...query, ...(after !== undefined && { after }) } },
          options,
        ),
      page => page.requests,
    );
  }

  /** Counts requests or webhook deliveries, and waits until they are as many as expected. */
  verify(body: Body<'verify'>, options?: CallOptions): ResponsePromise<Data<'verify'>> {
    return this.#transport.call<'verify'>(
      { method: 'POST', path: 'control/verify', body, minTimeout: VERIFY_TIMEOUT },
      options,
    );
  }
}
