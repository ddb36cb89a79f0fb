import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { directUrlOf, type Settings, SETTINGS } from '../process/config/settings.js';
import { newId } from '../security/ids/index.js';
import { type Logger, LOGGER } from '../observability/log/logger.js';
import { SafeClient } from './client.js';
import { Confirmations, LISTENER } from './confirmations.js';
import { LISTEN, notifies, NOTIFY } from './notify.js';

/** Topic of heartbeats. */
const PULSE = 'pulse';
const RETRY_MS = 250;
const HEARTBEAT_MS = 2_000;
const TIMEOUT_MS = 1_500;
const TCP_TIMEOUT_MS = 5_000;

interface Listener {
  changed(subject: string): void;
  /** Notifications may have been missed; clear all cached data. */
  lost(): void;
}

/**
 * Receives notifications of changes, which all processes send with NOTIFY in the transaction of the change. While
 * `connected` is false, nothing may be cached. A heartbeat, a notification to itself, detects connections that are dead, no
 * longer receive notifications, or lead to a server that has become read-only.
 */
@Injectable()
export class Notifications implements OnApplicationBootstrap, OnApplicationShutdown {
  connected = false;
  private readonly listeners = new Map<string, Set<Listener>>();
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private reported = false;
  /** The heartbeat whose notification has not arrived yet. Heartbeats of other processes arrive as well. */
  private awaitedPulse: string | undefined;
  private readonly confirmations: Confirmations;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.confirmations = new Confirmations(() => (this.connected ? this.client : undefined), logger);
  }

  on(topic: string, listener: Listener): void {
    const known = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, known.add(listener));
  }

  /**
   * Resolves to true when all processes have handled the notifications committed before the call, and no request uses
   * older data; to false after a second, for example because a process hangs. Never rejects.
   */
  confirmed(): Promise<boolean> {
    return this.confirmations.request();
  }

  /**
   * Registers work that this process finishes before it confirms a change, or gives up a LISTEN connection that worked: for
   * example requests that use the old data.
   */
  onConfirm(drain: () => Promise<void>): void {
    this.confirmations.addDrain(drain);
  }

  /** Sends from the LISTEN connection, whose backend ID identifies this process. Sends nothing while it is lost. */
  async reply(payload: string): Promise<void> {
    await this.client?.query(NOTIFY, [payload]);
  }

  async onApplicationBootstrap() {
    await this.connect();
  }

  async onApplicationShutdown() {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => {});
  }

  private async connect(): Promise<void> {
    if (this.stopped) return;
    const client = new SafeClient({
      connectionString: directUrlOf(this.settings),
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
      application_name: LISTENER,
    });
    this.client = client;
    client.on('error', () => this.reconnect(client));
    client.on('end', () => this.reconnect(client));
    client.on('notification', ({ payload, processId }) => this.dispatch(payload ?? '', processId));
    try {
      await client.connect();
      // Without the timeout, PostgreSQL would keep the connection of a lost host for minutes, and changes wait for it.
      await client.query(`${LISTEN}; SET tcp_user_timeout = ${TCP_TIMEOUT_MS}`);
      await requireWritable(client);
      if (this.client !== client) return; // lost right after the response
      // Data read before LISTEN may be stale.
      this.notifyLost();
      if (this.reported) this.logger.info('LISTEN connection restored');
      this.reported = false;
      this.connected = true;
      this.schedule(() => this.sendHeartbeat(client), HEARTBEAT_MS);
    } catch {
      this.reconnect(client);
    }
  }

  private async sendHeartbeat(client: pg.Client): Promise<void> {
    try {
      const pulse = (this.awaitedPulse = newId('pulse'));
      // PostgreSQL sends a session its own notifications before the response.
      await client.query(`SELECT ${notifies(`'${PULSE} ${pulse}'`)}`);
      if (this.awaitedPulse !== undefined) throw new Error('No notification arrived.');
      await requireWritable(client);
      if (this.client === client) this.schedule(() => this.sendHeartbeat(client), HEARTBEAT_MS);
    } catch {
      this.reconnect(client);
    }
  }

  /** May be called at any time, even between a response and the code that awaits it. */
  private reconnect(client: pg.Client): void {
    if (this.client !== client || this.stopped) return;
    const wasConnected = this.connected;
    this.client = undefined;
    if (!this.reported) this.logger.warn('LISTEN connection lost; caches are disabled');
    this.reported = true;
    this.connected = false;
    this.notifyLost();
    // Other processes wait for this one while it has a connection.
    void (wasConnected ? this.confirmations.drain() : Promise.resolve()).then(() => client.end()).catch(() => {});
    this.schedule(() => this.connect(), RETRY_MS);
  }

  private notifyLost(): void {
    for (const listeners of this.listeners.values()) for (const listener of listeners) listener.lost();
  }

  private dispatch(payload: string, sender: number): void {
    const [topic = '', subject = ''] = payload.split(' ', 2);
    if (topic === PULSE && subject === this.awaitedPulse) this.awaitedPulse = undefined;
    this.confirmations.handle(topic, subject, sender);
    for (const listener of this.listeners.get(topic) ?? []) listener.changed(subject);
  }

  private schedule(work: () => Promise<void>, delay: number): void {
    clearTimeout(this.timer);
    if (!this.stopped) this.timer = setTimeout(() => void work(), delay).unref();
  }
}

/** A server that has become read-only sends no notifications, because changes are committed on the new primary. */
async function requireWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') throw new Error('The server is read-only.');
}
