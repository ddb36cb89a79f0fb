import type pg from 'pg';
import { withTimeout } from '../process/clock/with-timeout.js';
import { newId } from '../security/ids/index.js';
import type { Logger } from '../observability/log/logger.js';
import { notification, notifies, NOTIFY } from './notify.js';

const LIMIT_MS = 1_000;
const REPEAT_MS = 100;

/** Topics of the notifications that request a confirmation and that confirm. */
const CONFIRM = 'confirm';
const CONFIRMED = 'confirmed';

/** `application_name` of the connections that receive notifications. */
export const LISTENER = 'nameyard listen';

/**
 * Waits until all processes have handled the notifications committed so far. Each process receives notifications in the
 * order of the commits, so it confirms a change when it receives the request that was sent after the change.
 *
 * Requests and confirmations use the LISTEN connections, which a busy connection pool does not delay, and whose backend
 * IDs PostgreSQL adds to each notification.
 */
export class Confirmations {
  private readonly drains: (() => Promise<void>)[] = [];
  private readonly waiting = new Map<string, Confirmation>();
  private readonly draining = new Set<string>();

  /** @param connection returns the LISTEN connection; undefined while it is lost */
  constructor(
    private readonly connection: () => pg.Client | undefined,
    private readonly logger: Logger,
  ) {}

  /** Adds work that this process finishes before it confirms a change, or closes a LISTEN connection that has failed. */
  addDrain(drain: () => Promise<void>): void {
    this.drains.push(drain);
  }

  /** Resolves when the added work is done, or after a second. Never rejects. */
  async drain(): Promise<void> {
    await this.runDrains().catch((error: unknown) =>
      this.logger.debug({ err: error }, 'work was not finished before the LISTEN connection was closed'),
    );
  }

  /** Resolves to true when all processes have confirmed, or to false after a second. Never rejects. */
  async request(): Promise<boolean> {
    const confirmation = new Confirmation();
    this.waiting.set(confirmation.id, confirmation);
    const limit = setTimeout(() => confirmation.end(), LIMIT_MS);
    // Repeated for processes whose LISTEN was not complete the first time, and to notice those that have exited.
    const repeat = setInterval(() => void this.ask(confirmation), REPEAT_MS);
    void this.ask(confirmation);
    await confirmation.ended;
    clearTimeout(limit);
    clearInterval(repeat);
    this.waiting.delete(confirmation.id);
    if (!confirmation.isComplete)
      this.logger.warn({ backends: confirmation.missing }, 'a change was not confirmed within a second');
    return confirmation.isComplete;
  }

  /** Handles a notification; `sender` is the backend ID of the LISTEN connection that sent it. */
  handle(topic: string, id: string, sender: number): void {
    if (topic === CONFIRM) void this.confirm(id, sender);
    if (topic === CONFIRMED) this.waiting.get(id)?.add(sender);
  }

  /**
   * While the LISTEN connection is lost, this process cannot receive confirmations. Other processes may still use
   * cached data then, so this process sends the request as soon as the connection is restored.
   */
  private async ask(confirmation: Confirmation): Promise<void> {
    const connection = this.connection();
    if (!connection || confirmation.isAsking) return;
    confirmation.isAsking = true;
    try {
      const { rows } = await connection.query<{ listeners: number[] }>(
        `SELECT ${notifies('$1')}, ARRAY(
           SELECT pid FROM pg_stat_activity WHERE application_name = $2 AND datname = current_database()
         ) AS listeners`,
        [...notification(CONFIRM, confirmation.id), LISTENER],
      );
      confirmation.expect(rows[0]?.listeners ?? []);
    } catch (error) {
      this.logger.debug({ err: error }, 'requesting a confirmation failed');
    }
    confirmation.isAsking = false;
  }

  private async confirm(id: string, sender: number): Promise<void> {
    if (this.draining.has(id)) return; // a repeated request
    this.draining.add(id);
    try {
      await this.runDrains();
      const own = this.waiting.get(id);
      if (own) own.add(sender);
      else await this.connection()?.query(NOTIFY, notification(CONFIRMED, id));
    } catch (error) {
      this.logger.debug({ err: error }, 'this process could not confirm a change');
    } finally {
      this.draining.delete(id);
    }
  }

  /** Rejects after a second: the requesting process waits no longer, so a later confirmation would be useless. */
  private async runDrains(): Promise<void> {
    if (this.drains.length > 0) await withTimeout(Promise.all(this.drains.map(drain => drain())), LIMIT_MS);
  }
}

/** The confirmations of all processes for one change. */
class Confirmation {
  readonly id = newId('change');
  isAsking = false;
  readonly ended: Promise<void>;
  end!: () => void;
  private readonly confirmed = new Set<number>();
  private listeners: number[] | undefined;

  constructor() {
    this.ended = new Promise(resolve => (this.end = resolve));
  }

  /** Backend IDs of the processes that have not confirmed; undefined while the listeners are unknown. */
  get missing(): number[] | undefined {
    return this.listeners?.filter(listener => !this.confirmed.has(listener));
  }

  /** This process listens itself, so an empty list means that the user cannot read pg_stat_activity. */
  get isComplete(): boolean {
    return this.listeners !== undefined && this.listeners.length > 0 && this.missing?.length === 0;
  }

  expect(listeners: number[]): void {
    this.listeners = listeners;
    if (this.isComplete) this.end();
  }

  add(listener: number): void {
    this.confirmed.add(listener);
    if (this.isComplete) this.end();
  }
}
