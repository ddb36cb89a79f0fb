import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Refusal } from './errors/refusal.js';
import { newId } from '../security/ids/ids.js';
import type { Logger } from '../observability/log/logger.js';
import { errorResponse } from './error-filter.js';
import { ExpectationFailed, HeadersTooLarge, MalformedRequest, RequestTimeout, RouteNotFound } from './http-errors.js';
import { requestIdOf } from './request-id.js';

const BY_ERROR_CODE: Record<string, () => Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: () => new RequestTimeout(),
  HPE_HEADER_OVERFLOW: () => new HeadersTooLarge(),
};

/**
 * Answers, in the envelope, what Node's HTTP server reports outside the request pipeline: bytes that are not HTTP,
 * requests that time out, unknown expectations and CONNECT. All but expectations close the connection.
 */
export class ConnectionErrors {
  private readonly connections = new WeakMap<Duplex, Connection>();

  constructor(private readonly logger: Logger) {}

  watch(server: Server): void {
    const track = (request: IncomingMessage, response: ServerResponse) =>
      this.connectionOf(request.socket).track(request, response);
    server.prependListener('request', track);
    server.on('checkExpectation', (request, response) => {
      track(request, response);
      const { status, headers, text } = this.responseTo(new ExpectationFailed(), request);
      response.writeHead(status, headers).end(text);
    });
    server.on('connect', (request, socket) => {
      // Node has removed its own listener, and an unhandled error would end the process.
      socket.on('error', () => socket.destroy());
      this.fail(socket, new RouteNotFound('This server is not a proxy: it does not answer CONNECT.'), request);
    });
  }

  answer(error: NodeJS.ErrnoException, socket: Duplex): void {
    const connection = this.connectionOf(socket);
    // A parser that failed once fails again with each further chunk.
    if (connection.isClosing) return;
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) socket.destroy();
    else if (connection.isAnswered) void connection.closeAfterResponses();
    else {
      const refusal = BY_ERROR_CODE[error.code ?? '']?.() ?? new MalformedRequest();
      this.fail(socket, refusal, connection.incompleteRequest);
    }
  }

  private fail(socket: Duplex, error: Refusal, request: IncomingMessage | undefined): void {
    const { status, headers, text } = this.responseTo(error, request);
    const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
    void this.connectionOf(socket).closeAfterResponses(head + text);
  }

  /** Logs an error and returns the response to it. */
  private responseTo(error: Refusal, request: IncomingMessage | undefined) {
    const { status, body } = errorResponse(error);
    const requestId = request ? requestIdOf(request) : newId('req');
    const entry = { requestId, method: request?.method, status, code: error.code };
    this.logger.info(entry, 'refused outside the request pipeline');
    const text = JSON.stringify(body);
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(text)),
      'X-Request-Id': requestId,
    };
    return { status, headers, text };
  }

  private connectionOf(socket: Duplex): Connection {
    const connection = this.connections.get(socket) ?? new Connection(socket);
    this.connections.set(socket, connection);
    return connection;
  }
}

/** How long a client may take to read the last response before its connection is destroyed. */
const LINGER_MS = 2_000;

/** A client connection and its pipelined requests. */
class Connection {
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
    // Runs before Node's own listener, which calls `destroySoon` after the last response even if its request is incomplete.
    response.prependOnceListener('finish', () => {
      if (request.complete) return;
      const { socket } = request;
      const { destroySoon } = socket;
      socket.destroySoon = () => this.closeAfterReading(socket);
      request.once('end', () => (socket.destroySoon = destroySoon));
    });
  }

  /**
   * Whether the newest request gets its own response: it is complete with an unfinished response, or incomplete with one that
   * has begun.
   */
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

  /** First lets Node's `resume` listener restart a paused connection, because `stopReading` removes that listener. */
  private closeAfterReading(socket: Socket): void {
    socket.pause();
    socket.once('resume', () => void this.closeAfterResponses());
    socket.resume();
  }

  /** Detaches the parser: a request whose body is completed after its refusal must not be executed. */
  private stopReading(): void {
    this.socket.removeAllListeners('data');
    this.socket.on('data', () => {});
    this.socket.resume();
  }

  /** Destroying immediately could discard the response to a client that is still sending (RFC 9112, section 9.6). */
  private destroyLater(): void {
    const timer = setTimeout(() => this.socket.destroy(), LINGER_MS);
    this.socket.once('close', () => clearTimeout(timer));
  }
}
