import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export interface Received {
  at: number;
  headers: Record<string, string>;
  body: string;
}

type Answerer = (request: IncomingMessage, response: ServerResponse, received: Received) => void;

/** A webhook receiver of an integrator's, whose answer the test changes. */
export class TestReceiver {
  readonly received: Received[] = [];
  /** How many calls are being answered at this moment, and how many there have been at most. */
  busy = 0;
  busiest = 0;
  private answer: Answerer = answering(200);
  private readonly held: ServerResponse[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TestReceiver> {
    const server = createServer((request, response) => {
      receiver.take(request, response).catch(() => {}); // its sender has gone in the middle
    });
    const receiver = new TestReceiver(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    const { port } = this.server.address() as { port: number };
    return `http://127.0.0.1:${port}/hook`;
  }

  /** From now on. */
  answers(answer: number | Answerer, headers: Record<string, string> = {}, body = ''): void {
    this.answer = typeof answer === 'number' ? answering(answer, headers, body) : answer;
  }

  /** From now on nobody gets an answer until all are released. */
  holds(): void {
    this.answer = (_request, response) => this.held.push(response);
  }

  /** Answers those who wait, and everybody from now on. */
  releases(): void {
    this.answer = answering(200);
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
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.busiest = Math.max(this.busiest, ++this.busy);
    response.once('close', () => this.busy--);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received = {
      at: Date.now(),
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
    };
    this.received.push(received);
    this.answer(request, response, received);
  }
}

function answering(status: number, headers: Record<string, string> = {}, body = ''): Answerer {
  return (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}
