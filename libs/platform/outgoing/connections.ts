import type { buildConnector, Client, Dispatcher } from 'undici';
import type { Deadline } from './deadline.js';
import { askDns, askSystem, guardedLookup, type Resolve } from './names.js';
import { failureOf } from './outgoing-failure.js';
import { type Reply, ReplyReader } from './reply.js';

const MOST_KEPT = 256;

/** Less than the 5 seconds after which servers in Node.js hang up; a receiver may offer more, up to a bound. */
const IDLE_MS = 4_000;
const LONGEST_IDLE_MS = 15_000;

const LARGEST_HEADERS = 16 * 1_024;

export interface ConnectionOptions {
  allowPrivate: boolean;
  /** Bounds of a new connection: all of it, TLS included, and the look-up of its name. */
  connectMs: number;
  dnsMs: number;
  /** How names are looked up, in place of the two usual ways. */
  resolve?: Resolve;
}

/**
 * One connection for each request under way, kept a while for the next to the same origin if the answer was read whole.
 * A Client of undici for each, and no Pool or Agent: those connect anew for a request that was given up, cannot tell a
 * kept connection from a new one, and have no bound on what they keep but one that fails further origins.
 */
export class Connections {
  private readonly kept: { origin: string; client: Client }[] = [];
  private connect: buildConnector.connector | undefined;
  private closed = false;

  constructor(private readonly options: ConnectionOptions) {}

  /**
   * A receiver may close a kept connection just when it is used again. That says nothing about the receiver, so the
   * request goes once more, over a new one; if the first did arrive, the receiver knows the second by its id.
   */
  async send(origin: string, request: Dispatcher.DispatchOptions, deadline: Deadline): Promise<Reply> {
    const kept = this.take(origin);
    if (kept) {
      try {
        return await this.exchange(kept, origin, request, deadline);
      } catch (error) {
        if (failureOf(error).reason !== 'connection_reset') throw error;
      }
    }
    return await this.exchange(await this.open(origin), origin, request, deadline);
  }

  /** Keeps nothing any longer; what is under way comes to its own end. */
  close(): void {
    this.closed = true;
    for (const { client } of this.kept.splice(0)) void client.destroy();
  }

  private async exchange(
    client: Client,
    origin: string,
    request: Dispatcher.DispatchOptions,
    deadline: Deadline,
  ): Promise<Reply> {
    let whole = false;
    const reader = new ReplyReader();
    deadline.reached.catch((reason: unknown) => {
      reader.breakOff(reason);
      void client.destroy();
    });
    try {
      client.dispatch(request, reader);
      const reply = await reader.reply;
      whole = !reply.truncated;
      return reply;
    } finally {
      if (whole && client.stats.connected && !this.closed) this.keep(origin, client);
      else void client.destroy();
    }
  }

  /** The one that was used last, for it is the least likely to be closed. */
  private take(origin: string): Client | undefined {
    const index = this.kept.findLastIndex(kept => kept.origin === origin && !kept.client.destroyed);
    return index === -1 ? undefined : this.kept.splice(index, 1)[0]?.client;
  }

  private keep(origin: string, client: Client): void {
    this.kept.push({ origin, client });
    if (this.kept.length > MOST_KEPT) void this.kept.shift()?.client.destroy();
  }

  private forget(client: Client): void {
    const index = this.kept.findIndex(kept => kept.client === client);
    if (index !== -1) this.kept.splice(index, 1);
  }

  /** undici is loaded here and not at the start: that takes a tenth of a second, and many processes send nothing. */
  private async open(origin: string): Promise<Client> {
    const { buildConnector, Client } = await import('undici');
    this.connect ??= buildConnector(this.connectorOptions());
    const client = new Client(origin, {
      connect: this.connect,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: LONGEST_IDLE_MS,
      maxHeaderSize: LARGEST_HEADERS,
      // The deadline bounds both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return client.on('disconnect', () => this.forget(client));
  }

  private connectorOptions(): buildConnector.BuildOptions {
    const { allowPrivate, connectMs, dnsMs, resolve = allowPrivate ? askSystem : askDns } = this.options;
    return {
      lookup: guardedLookup(resolve, allowPrivate, dnsMs),
      timeout: connectMs,
      autoSelectFamily: true,
      // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
      rejectUnauthorized: true,
    };
  }
}
