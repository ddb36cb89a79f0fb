import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { registerCleanup } from './cleanup.js';

export interface Received {
  at: number;
  headers: Record<string, string>;
  body: string;
}

type Responder = (request: IncomingMessage, response: ServerResponse, received: Received) => void;

/** An HTTP server that receives webhooks; the test chooses its responses. It stops after the test file. */
export class TestReceiver {
  readonly received: Received[] = [];
  /** Number of concurrent requests now, and the highest number so far. */
  concurrent = 0;
  maxConcurrent = 0;
  private respond: Responder = respondingWith(200);
  private readonly held: ServerResponse[] = [];
  /** Differs for each receiver: a port can be used again, and get the retries that were meant for the receiver before. */
  private readonly path = `/${randomUUID()}/hook`;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TestReceiver> {
    const server = createServer((request, response) => {
      receiver.handle(request, response).catch(() => {}); // the sender has closed the connection
    });
    const receiver = new TestReceiver(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    registerCleanup(() => receiver.stop());
    return receiver;
  }

  get url(): string {
    const { port } = this.server.address() as { port: number };
    return `http://127.0.0.1:${port}${this.path}`;
  }

  /** Sets the response of later requests. */
  respondWith(response: number | Responder, headers: Record<string, string> = {}, body = ''): void {
    this.respond = typeof response === 'number' ? respondingWith(response, headers, body) : response;
  }

  /** Holds later requests until `release` is called. */
  hold(): void {
    this.respond = (_request, response) => this.held.push(response);
  }

  /** Responds to the held requests, and to later ones immediately. */
  release(): void {
    this.respond = respondingWith(200);
    for (const response of this.held.splice(0)) response.writeHead(200).end();
  }

  /** The `webhook-id` of each message, in the order of arrival. */
  get ids(): string[] {
    return this.received.map(({ headers }) => headers['webhook-id'] ?? '');
  }

  // oxlint-disable-next-line no-explicit-any -- bodies of any event
  get events(): any[] {
    return this.received.map(({ body }) => JSON.parse(body));
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.maxConcurrent = Math.max(this.maxConcurrent, ++this.concurrent);
    response.once('close', () => this.concurrent--);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url !== this.path) return void response.writeHead(404).end();
    const received = {
      at: Date.now(),
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
    };
    this.received.push(received);
    this.respond(request, response, received);
  }
}

function respondingWith(status: number, headers: Record<string, string> = {}, body = ''): Responder {
  return (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}
