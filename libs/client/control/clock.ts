import type { CallOptions, IdempotentCallOptions } from '../options.js';
import type { ResponsePromise } from '../response.js';
import type { Transport } from '../transport.js';
import type { Body, Data } from '../types.js';

/** A change responds after everything that falls due has happened. */
const CHANGE_TIMEOUT = 120_000;

/** The clock of the tenant. Changes have a default timeout of two minutes. */
export class ClockControl {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns the mode and the present time. */
  get(options?: CallOptions): ResponsePromise<Data<'getClock'>> {
    return this.#transport.call<'getClock'>({ method: 'GET', path: 'control/clock' }, options);
  }

  /** Freezes the clock, lets it run, or returns it to real time. */
  set(body: Body<'setClock'>, options?: IdempotentCallOptions): ResponsePromise<Data<'setClock'>> {
    return this.#transport.call<'setClock'>(
      { method: 'PUT', path: 'control/clock', body, isIdempotent: true, minTimeout: CHANGE_TIMEOUT },
      options,
    );
  }

  /** Moves the clock forward, `by` an ISO 8601 duration or `to` a time. */
  advance(body: Body<'advanceClock'>, options?: IdempotentCallOptions): ResponsePromise<Data<'advanceClock'>> {
    return this.#transport.call<'advanceClock'>(
      { method: 'POST', path: 'control/clock/advance', body, isIdempotent: true, minTimeout: CHANGE_TIMEOUT },
      options,
    );
  }
}
