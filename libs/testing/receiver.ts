import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { type Body, type Nameyard, NameyardError, SignatureError } from '../client/index.js';
import { unwrap, type WebhookEvent } from '../client/webhooks.js';
import { EventInbox, type NextOptions } from './event-inbox.js';
import { realTime } from './real-time.js';

export type { NextOptions } from './event-inbox.js';

export interface ReceiverOptions extends Omit<Body<'addReceiver'>, 'url'> {
  /**
   * Host name of this machine as the server sees it, for example `host.docker.internal` if the server runs in a container.
   * The receiver then listens on all interfaces. Default: the environment variable `NAMEYARD_RECEIVER_HOST`, or 127.0.0.1.
   */
  host?: string | undefined;
}

/** HTTP status of a response (200–599), or a function that returns the status for an event. */
export type Answer = number | ((event: WebhookEvent) => number | Promise<number>);

/** A request without a valid signature, which was answered with the status 400. */
export interface RejectedWebhook {
  error: Error;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A local HTTP server that receives the webhooks of a world and verifies their signatures. */
export class Receiver {
  /** ID of the receiver in the world. */
  readonly id: string;
  /** Address that the webhooks are sent to. */
  readonly url: string;
  /** Signing secret. */
  readonly secret: string;
  /** Requests without a valid signature. */
  readonly rejected: RejectedWebhook[] = [];
  readonly #server: Server;
  readonly #inbox = new EventInbox();
  #answer: Answer = 200;
  #closed: Promise<void> | undefined;

  private constructor(server: Server, registered: { id: string; url: string; secret: string }) {
    this.#server = server;
    this.id = registered.id;
    this.url = registered.url;
    this.secret = registered.secret;
  }

  /** @internal */
  static async start(
    client: Nameyard,
    { host = process.env['NAMEYARD_RECEIVER_HOST'] || undefined, ...options }: ReceiverOptions,
  ): Promise<Receiver> {
    // Webhooks can arrive before the response with the secret.
    let receiver: Promise<Receiver>;
    const server = createServer((request, response) => {
      void receiver
        .then(ready => ready.#receive(request))
        .then(status => response.writeHead(status).end())
        .catch((error: Error) => response.writeHead(500).end(error.message));
    });
    server.listen(0, host === undefined ? '127.0.0.1' : undefined);
    await once(server, 'listening');
    // Lets the test process end while the server listens.
    server.unref();
    const { port } = server.address() as { port: number };
    const url = `http://${host ?? '127.0.0.1'}:${port}/webhooks`;
    receiver = client.control.receivers.add({ ...options, url }).then(registered => new Receiver(server, registered));
    try {
      return await receiver;
    } catch (error) {
      server.closeAllConnections();
      server.close();
      throw error;
    }
  }

  /** All verified webhooks in the order of arrival, including repeated webhooks and webhooks that were answered with an error. */
  get events(): readonly WebhookEvent[] {
    return this.#inbox.events;
  }

  /**
   * Waits for the next event of this type. Events that an earlier call returned are skipped. Repeated deliveries of an
   * event count as one.
   * @throws EventNotReceivedError with the list of what arrived
   */
  next<Type extends WebhookEvent['type']>(
    type: Type,
    options: NextOptions = {},
  ): Promise<Extract<WebhookEvent, { type: Type }>> {
    return this.#inbox.next(type, options, () => this.rejected);
  }

  /**
   * Sets the response to webhooks from now on; `answer(200)` accepts webhooks again. If the function throws, the status is 500.
   * @throws NameyardError if the status is not an integer from 200 to 599
   */
  answer(answer: Answer): void {
    this.#answer = typeof answer === 'function' ? answer : checkStatus(answer);
  }

  /** Stops listening. The receiver stays registered, so that deliveries fail. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#inbox.close();
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }

  /** Handles a request, and returns the status of the response. */
  async #receive(request: IncomingMessage): Promise<number> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const body = Buffer.concat(chunks);
    try {
      const event = await unwrap(body, request.headers, this.secret, { now: realTime.now() });
      this.#inbox.add(event);
      return typeof this.#answer === 'number' ? this.#answer : checkStatus(await this.#answer(event));
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error;
      this.rejected.push({ error, headers: request.headers, body: body.toString() });
      return 400;
    }
  }
}

/** Throws for statuses below 200, which are not final responses. */
function checkStatus(status: number): number {
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status;
  throw new NameyardError(`The answer of a receiver must be an HTTP status from 200 to 599, not ${status}.`);
}
