import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { realTime } from '../real-time.js';
import { sleep } from './sleep.js';
import type { Effect } from './steps.js';

/** A webhook that was forwarded to the shop, and the response. Times are in milliseconds since 1970. */
export interface Forwarded {
  eventId: string;
  type: string;
  /** How the driver changed the webhook; null if it was forwarded as Nameyard sent it. */
  effect: Effect | null;
  /** Whether the shop should accept it. */
  isValid: boolean;
  /** Status of the response; null without a response, or if the webhook was withheld. */
  status: number | null;
  started: number;
  ended: number;
}

interface Message {
  id: string;
  type: string;
  domain: string;
  body: string;
  headers: Record<string, string>;
}

/** What the driver does with the webhooks of one domain. */
interface Watch {
  /** Effect on the first webhook; undefined once applied. */
  effect: Effect | undefined;
  forwarded: Forwarded[];
  /** Number of webhooks that are being delayed or forwarded. */
  pending: number;
  /** Forwards the webhook that was delayed by `reorder`. Called after the next webhook. */
  release?: () => void;
}

const DELAY = 1_500;
/** Maximum time in milliseconds that `reorder` delays a webhook if no other one follows. */
const MAX_REORDER_DELAY = 3_000;
const STALE_SECONDS = 600;
const TIMEOUT = 30_000;
/** A valid secret that no receiver has. */
const WRONG_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Forwards webhooks from Nameyard to the shop. Records the responses, and applies the effects of steps. */
export class WebhookProxy {
  readonly url: string;
  /** Address of the shop's receiver. */
  target: URL | undefined;
  secret = WRONG_SECRET;
  readonly #server: Server;
  readonly #watched = new Map<string, Watch>();

  private constructor(server: Server, host: string) {
    this.#server = server;
    const { port } = server.address() as { port: number };
    this.url = `http://${host}:${port}/webhooks`;
  }

  /** Like a receiver of the kit, listens on all interfaces if NAMEYARD_RECEIVER_HOST is set. */
  static async start(): Promise<WebhookProxy> {
    const host = process.env['NAMEYARD_RECEIVER_HOST'] || undefined;
    let proxy: WebhookProxy;
    const server = createServer((request, response) => {
      void proxy
        .#receive(request)
        .catch(() => 502)
        .then(status => response.writeHead(status).end());
    });
    server.listen(0, host === undefined ? '127.0.0.1' : undefined);
    await once(server, 'listening');
    proxy = new WebhookProxy(server, host ?? '127.0.0.1');
    return proxy;
  }

  /** Records the webhooks of a domain from now on, and applies the effect to the first one. */
  watch(domain: string, effect: Effect | undefined): void {
    this.#watched.set(domain, { effect, forwarded: [], pending: 0 });
  }

  forwarded(domain: string): readonly Forwarded[] {
    return this.#watched.get(domain)?.forwarded ?? [];
  }

  /** Whether a webhook of the domain is being delayed or forwarded. */
  isBusy(domain: string): boolean {
    return (this.#watched.get(domain)?.pending ?? 0) > 0;
  }

  forget(domain: string): void {
    this.#watched.delete(domain);
  }

  /** Sends two forged events to the shop: one without a signature, and one with a wrong signature. */
  async forge(domain: string): Promise<void> {
    const watch = this.#watched.get(domain)!;
    for (const isSigned of [false, true]) {
      const id = `evt_${'0'.repeat(31)}${Number(isSigned)}`;
      const data = { domain, order_id: `ord_${'0'.repeat(32)}`, status: 'registered' };
      const type = 'domain.registered';
      const body = JSON.stringify({ type, timestamp: new Date(realTime.now()).toISOString(), data });
      const headers = { 'content-type': 'application/json' };
      const message = { id, type, domain, body, headers };
      const sent = isSigned ? signed(message, WRONG_SECRET, 0) : message;
      await this.#forward(watch, sent, { effect: 'forged', isValid: false });
    }
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Returns the status of the response to Nameyard. */
  async #receive(request: IncomingMessage): Promise<number> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const message = messageOf(Buffer.concat(chunks).toString(), request.headers);
    const watch = this.#watched.get(message.domain) ?? { effect: undefined, forwarded: [], pending: 0 };
    const { effect } = watch;
    watch.effect = undefined;
    watch.pending++;
    try {
      return await this.#deliver(watch, message, effect);
    } finally {
      watch.pending--;
    }
  }

  async #deliver(watch: Watch, message: Message, effect: Effect | undefined): Promise<number> {
    const asSent = { effect: null, isValid: true };
    switch (effect) {
      case 'withhold':
        watch.forwarded.push({ ...entryOf(message), ...asSent, effect, status: null });
        return 503;
      case 'bad-signature':
        await this.#forward(watch, signed(message, WRONG_SECRET, 0), { effect, isValid: false });
        break;
      case 'stale':
        await this.#forward(watch, signed(message, this.secret, STALE_SECONDS), { effect, isValid: false });
        break;
      case 'delay':
        await sleep(DELAY);
        break;
      case 'duplicate':
        await this.#forward(watch, message, { ...asSent, effect });
        break;
      case 'reorder':
        await Promise.race([sleep(MAX_REORDER_DELAY), new Promise<void>(resolve => (watch.release = resolve))]);
        break;
      default:
    }
    const altered = effect === 'delay' || effect === 'reorder' ? effect : null;
    const status = await this.#forward(watch, message, { ...asSent, effect: altered });
    if (effect !== 'reorder') watch.release?.();
    return status ?? 502;
  }

  async #forward(
    watch: Watch,
    message: Message,
    { effect, isValid }: Pick<Forwarded, 'effect' | 'isValid'>,
  ): Promise<number | null> {
    const entry: Forwarded = { ...entryOf(message), effect, isValid, status: null };
    watch.forwarded.push(entry);
    const controller = new AbortController();
    const timer = realTime.setTimeout(() => controller.abort(), TIMEOUT);
    try {
      const { body, headers } = message;
      const options = { method: 'POST', redirect: 'manual', body, headers, signal: controller.signal } as const;
      const response = await fetch(this.target!, options);
      await response.arrayBuffer();
      entry.status = response.status;
    } catch {
      // The status stays null. Nameyard repeats a webhook of its own, because it gets 502.
    } finally {
      realTime.clearTimeout(timer);
      entry.ended = realTime.now();
    }
    return entry.status;
  }
}

function messageOf(body: string, received: IncomingHttpHeaders): Message {
  const { type, data } = JSON.parse(body) as { type: string; data?: { domain?: string } };
  const headers = Object.fromEntries(
    Object.entries(received).flatMap(([name, value]) =>
      /^(?:content-type|user-agent|webhook-.*)$/.test(name) ? [[name, String(value)]] : [],
    ),
  );
  return { id: headers['webhook-id'] ?? '', type, domain: data?.domain ?? '', body, headers };
}

const entryOf = ({ id, type }: Message) => ({ eventId: id, type, started: realTime.now(), ended: realTime.now() });

/** Signs a message with a secret, dated `secondsAgo` before now. */
function signed(message: Message, secret: string, secondsAgo: number): Message {
  const timestamp = String(Math.floor(realTime.now() / 1_000) - secondsAgo);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64');
  const headers = {
    ...message.headers,
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  return { ...message, headers };
}
