import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long a client may take to read the last response before its connection is destroyed. */
const LINGER_MS = 2_000;

/** A client connection and its pipelined requests. */
export class Connection {
  isClosing = false;
  private newest: { request: IncomingMessage; response: ServerResponse } | undefined;
  private readonly unfinished = new Set<ServerResponse>();

  constructor(private readonly socket: Duplex) {}

  track(request: IncomingMessage, response: ServerResponse): void {
    // Node.js does not read what follows a request with `Upgrade`, whether or not it is upgraded.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    this.newest = { request, response };
    this.unfinished.add(response);
    response.once('close', () => this.unfinished.delete(response));
  }

  /** Whether nothing may follow the responses that are sent already or still being prepared. */
  get isAnswered(): boolean {
    if (!this.newest) return false;
    const { request, response } = this.newest;
    return request.complete ? this.unfinished.has(response) : response.headersSent;
  }

  /** The newest request if its body has not arrived completely. */
  get incompleteRequest(): IncomingMessage | undefined {
    return this.newest?.request.complete === false ? this.newest.request : undefined;
  }

  /** Closes the connection when the responses to complete requests, and then `bytes`, have been sent. */
  async closeAfterResponses(bytes = ''): Promise<void> {
    this.isClosing = true;
    this.stopReading();
    const pending = [...this.unfinished].filter(response => response.req.complete || response.headersSent);
    if (bytes === '' && pending.length > 0) pending.at(-1)!.shouldKeepAlive = false;
    await Promise.all(pending.map(response => new Promise(resolve => response.once('close', resolve))));
    if (this.socket.writable) this.socket.end(bytes);
    this.destroyLater();
  }

  /** A body that is completed after its request was refused must not be executed; the parser reads no further. */
  private stopReading(): void {
    this.socket.removeAllListeners('data');
    this.socket.on('data', () => {});
    this.socket.resume();
  }

  /** Destroying immediately could discard the response of a client that is still sending (RFC 9112, section 9.6). */
  private destroyLater(): void {
    const timer = setTimeout(() => this.socket.destroy(), LINGER_MS);
    this.socket.once('close', () => clearTimeout(timer));
  }
}
