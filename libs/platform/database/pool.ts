/* oxlint-disable no-underscore-dangle -- members of pg-pool */
import pg, { type PoolClient } from 'pg';
import { isTooManyConnections } from './errors.js';

type Callback = (error: Error | undefined, client?: PoolClient, release?: () => void) => void;

/** A caller that waits for a connection. */
interface Waiting {
  callback: Callback;
  timedOut?: boolean;
}

/** Members of the pool that its types omit. */
interface Internals {
  readonly options: { connectionTimeoutMillis?: number };
  readonly ending: boolean;
  _pendingQueue: Waiting[];
  _isFull(): boolean;
  _pulseQueue(): void;
  newClient(waiting: Waiting): void;
}

/** Delay before the next attempt to open a connection, after PostgreSQL refused one. */
const RETRY_MS = 100;

/**
 * A pool that is treated as full when PostgreSQL refuses another connection ("too many clients"). Callers wait until a
 * connection is released, the next attempt succeeds, or the timeout expires.
 */
export class PatientPool extends (pg.Pool as unknown as new (options: pg.PoolConfig) => Internals) {
  /** Whether PostgreSQL refused a connection less than `RETRY_MS` ago. */
  isRefused = false;

  override _isFull(): boolean {
    return this.isRefused || super._isFull();
  }

  override newClient(waiting: Waiting): void {
    const callback: Callback = (error, client, release) => {
      if (!isTooManyConnections(error) || this.ending) return waiting.callback(error, client, release);
      this.wait(waiting, error as Error);
    };
    // The copy inherits from `waiting`, so that it sees later changes of `timedOut`.
    super.newClient(Object.assign(Object.create(waiting) as Waiting, { callback }));
  }

  private wait(waiting: Waiting, error: Error): void {
    // The pool has no timeout for callers that it did not queue itself.
    waiting.timedOut ??= this.startTimeout(waiting, error);
    this._pendingQueue.push(waiting);
    if (this.isRefused) return;
    this.isRefused = true;
    setTimeout(() => {
      this.isRefused = false;
      this._pulseQueue();
    }, RETRY_MS).unref();
  }

  private startTimeout(waiting: Waiting, error: Error): false {
    const { callback } = waiting;
    const timeout = setTimeout(() => {
      waiting.timedOut = true;
      this._pendingQueue = this._pendingQueue.filter(other => other !== waiting);
      callback(error);
    }, this.options.connectionTimeoutMillis).unref();
    waiting.callback = (...result) => {
      clearTimeout(timeout);
      callback(...result);
    };
    return false;
  }
}
