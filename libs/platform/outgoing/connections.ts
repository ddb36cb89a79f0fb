import type { buildConnector, Client, Dispatcher } from 'undici';
import { guardedLookup, type Resolve, resolveWithDns, resolveWithSystem } from './dns.js';
import { failureOf } from './outgoing-failure.js';
import { type Reply, ReplyReader } from './read-response.js';

const MAX_IDLE_CONNECTIONS = 256;

/** Less than the 5 seconds of Node.js servers; a receiver's `Keep-Alive` header may extend it up to the maximum. */
const IDLE_MS = 4_000;
const MAX_IDLE_MS = 15_000;

const MAX_HEADER_BYTES = 16 * 1_024;

export interface ConnectionOptions {
  allowPrivate: boolean;
  /** Timeout of a new connection, including DNS and TLS. */
  connectMs: number;
  dnsMs: number;
  /** Replaces the default DNS lookup. */
  resolve?: Resolve;
}

/**
 * A pool with one connection per running request. A connection whose response was read completely is kept for the next
 * request to the same origin. undici's Pool and Agent do not fit: they reconnect for aborted requests, do not tell whether
 * a connection is new, and can only limit idle connections by failing requests to other origins.
 */
export class Connections {
  private readonly idle: { origin: string; client: Client }[] = [];
  private connect: buildConnector.connector | undefined;
  private closed = false;

  constructor(private readonly options: ConnectionOptions) {}

  /**
   * Sends a request. If the receiver closes an idle connection at the same moment, the request is repeated over a new
   * connection; receivers recognize a duplicate by its ID.
   * @throws whatever error ended the request, or the reason of the signal
   */
  async send(origin: string, request: Dispatcher.DispatchOptions, signal: AbortSignal): Promise<Reply> {
    const idle = this.takeIdle(origin);
    if (idle) {
      try {
        return await this.exchange(idle, origin, request, signal);
      } catch (error) {
        if (failureOf(error).reason !== 'connection_reset') throw error;
      }
    }
    return await this.exchange(await this.open(origin), origin, request, signal);
  }

  /** Closes idle connections. Running requests continue, and their connections are closed afterwards. */
  close(): void {
    this.closed = true;
    for (const { client } of this.idle.splice(0)) void client.destroy();
  }

  private async exchange(
    client: Client,
    origin: string,
    request: Dispatcher.DispatchOptions,
    signal: AbortSignal,
  ): Promise<Reply> {
    let complete = false;
    const reader = new ReplyReader();
    const abort = () => {
      reader.abort(signal.reason);
      void client.destroy();
    };
    signal.addEventListener('abort', abort);
    try {
      signal.throwIfAborted();
      client.dispatch(request, reader);
      const reply = await reader.reply;
      complete = !reply.truncated;
      return reply;
    } finally {
      signal.removeEventListener('abort', abort);
      if (complete && client.stats.connected && !this.closed) this.keep(origin, client);
      else void client.destroy();
    }
  }

  /** Takes the most recently used connection, because the receiver is least likely to close it. */
  private takeIdle(origin: string): Client | undefined {
    const index = this.idle.findLastIndex(idle => idle.origin === origin && !idle.client.destroyed);
    return index === -1 ? undefined : this.idle.splice(index, 1)[0]?.client;
  }

  private keep(origin: string, client: Client): void {
    this.idle.push({ origin, client });
    if (this.idle.length > MAX_IDLE_CONNECTIONS) void this.idle.shift()?.client.destroy();
  }

  private forget(client: Client): void {
    const index = this.idle.findIndex(idle => idle.client === client);
    if (index !== -1) this.idle.splice(index, 1);
  }

  /** Loads undici on first use: it takes 0.1 s, and many processes send no requests. */
  private async open(origin: string): Promise<Client> {
    const { buildConnector, Client } = await import('undici');
    const { allowPrivate, connectMs, dnsMs, resolve } = this.options;
    this.connect ??= buildConnector({
      lookup: guardedLookup(resolve ?? (allowPrivate ? resolveWithSystem : resolveWithDns), allowPrivate, dnsMs),
      timeout: connectMs,
      autoSelectFamily: true,
      // Overrides NODE_TLS_REJECT_UNAUTHORIZED.
      rejectUnauthorized: true,
    });
    const client = new Client(origin, {
      connect: this.connect,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The signal of each request limits its total time instead.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return client.on('disconnect', () => this.forget(client));
  }
}
