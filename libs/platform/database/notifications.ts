import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { SETTINGS } from '../config/settings.js';
import { LOGGER } from '../log/logger.js';
import type { Settings } from '../config/settings.js';
import type { Logger } from '../log/logger.js';

const CHANNEL = 'nameyard';
const RETRY_MS = 250;
const PULSE_MS = 2_000;
const PATIENCE_MS = 1_500;

interface Listener {
  /** Something named `subject` changed. */
  changed(subject: string): void;
  /** Messages may have been missed: whatever is remembered must be asked again. */
  lost(): void;
}

/**
 * What changed in other processes, told by NOTIFY in the transaction that changed it. While `connected` is false
 * nobody may rely on memory. A pulse finds a connection that died without a word.
 */
@Injectable()
export class Notifications implements OnApplicationBootstrap, OnApplicationShutdown {
  connected = false;
  private readonly listeners = new Map<string, Set<Listener>>();
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private reported = false;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  on(topic: string, listener: Listener): void {
    const known = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, known.add(listener));
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
    const client = new pg.Client({
      connectionString: this.settings.databaseUrl,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
      application_name: 'nameyard listen',
    });
    this.client = client;
    client.on('error', () => this.dropped(client));
    client.on('end', () => this.dropped(client));
    client.on('notification', ({ payload }) => this.tell(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      if (this.client !== client) return; // cut in the same breath
      // What was asked while nobody listened may be out of date by now.
      this.forgetAll();
      if (this.reported) this.logger.info('told of changes again');
      this.reported = false;
      this.connected = true;
      this.schedule(() => this.pulse(client), PULSE_MS);
    } catch {
      this.dropped(client);
    }
  }

  private async pulse(client: pg.Client): Promise<void> {
    try {
      await client.query('SELECT 1');
      if (this.client === client) this.schedule(() => this.pulse(client), PULSE_MS);
    } catch {
      this.dropped(client);
    }
  }

  /** Called at any moment, also between the last answer that came and whoever waits for it. */
  private dropped(client: pg.Client): void {
    if (this.client !== client || this.stopped) return;
    this.client = undefined;
    if (!this.reported) this.logger.warn('lost the connection that tells of changes; asking PostgreSQL each time');
    this.reported = true;
    this.connected = false;
    this.forgetAll();
    void client.end().catch(() => {});
    this.schedule(() => this.connect(), RETRY_MS);
  }

  private forgetAll(): void {
    for (const listeners of this.listeners.values()) for (const listener of listeners) listener.lost();
  }

  private tell(payload: string): void {
    const [topic = '', subject = ''] = payload.split(' ', 2);
    for (const listener of this.listeners.get(topic) ?? []) listener.changed(subject);
  }

  private schedule(work: () => Promise<void>, delay: number): void {
    clearTimeout(this.timer);
    if (!this.stopped) this.timer = setTimeout(() => void work(), delay).unref();
  }
}

/** SQL that tells every process, at the commit of the transaction it runs in. */
export const NOTIFY = `SELECT pg_notify('${CHANNEL}', $1)`;
export const NOTIFY_OF_EACH = `SELECT pg_notify('${CHANNEL}', told) FROM unnest($1::text[]) AS told`;
export const notification = (topic: string, subject: string): [string] => [`${topic} ${subject}`];
