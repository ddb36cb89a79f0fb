import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from '../log/logger.js';
import type { FailureBody } from './answer.js';
import { Connection } from './connection.js';
import { newId } from '../ids/ids.js';
import { requestIdOf } from './request-id.js';

/** Milliseconds from the first byte of a request, or from the start of its connection, to the last byte of its body. */
export const REQUEST_TIMEOUT_MS = 15_000;

interface Failure {
  status: number;
  code: string;
  message: string;
}

const MALFORMED: Failure = {
  status: 400,
  code: 'MALFORMED_REQUEST',
  message: 'This is not a valid HTTP/1.1 request.',
};

const BY_ERROR_CODE: Record<string, Failure> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'REQUEST_TIMEOUT',
    message: `The request was not complete after ${REQUEST_TIMEOUT_MS / 1_000} seconds.`,
  },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'HEADERS_TOO_LARGE', message: 'The headers exceed 16 KiB.' },
};

const UNKNOWN_EXPECTATION: Failure = {
  status: 417,
  code: 'EXPECTATION_FAILED',
  message: 'The only supported expectation is "Expect: 100-continue"; remove the Expect header.',
};

const NOT_A_PROXY: Failure = {
  status: 404,
  code: 'NOT_FOUND',
  message: 'This server is not a proxy: it does not answer CONNECT.',
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
      const requestId = this.log(UNKNOWN_EXPECTATION, request);
      const text = bodyOf(UNKNOWN_EXPECTATION);
      response.writeHead(UNKNOWN_EXPECTATION.status, headersOf(text, requestId)).end(text);
    });
    server.on('connect', (request, socket) => {
      // Node has removed its own listener, and an unhandled error would end the process.
      socket.on('error', () => socket.destroy());
      this.fail(socket, NOT_A_PROXY, request);
    });
  }

  answer(error: NodeJS.ErrnoException, socket: Duplex): void {
    const connection = this.connectionOf(socket);
    // A parser that failed once fails again with each further chunk.
    if (connection.isClosing) return;
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) socket.destroy();
    else if (connection.isAnswered) void connection.closeAfterResponses();
    else this.fail(socket, BY_ERROR_CODE[error.code ?? ''] ?? MALFORMED, connection.incompleteRequest);
  }

  private fail(socket: Duplex, failure: Failure, request: IncomingMessage | undefined): void {
    const requestId = this.log(failure, request);
    const text = bodyOf(failure);
    const headers = Object.entries({ ...headersOf(text, requestId), Connection: 'close' });
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const head = `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${lines}\r\n`;
    void this.connectionOf(socket).closeAfterResponses(head + text);
  }

  private log({ status, code }: Failure, request: IncomingMessage | undefined): string {
    const requestId = request ? requestIdOf(request) : newId('req');
    this.logger.info({ requestId, method: request?.method, status, code }, 'refused outside the request pipeline');
    return requestId;
  }

  private connectionOf(socket: Duplex): Connection {
    const connection = this.connections.get(socket) ?? new Connection(socket);
    this.connections.set(socket, connection);
    return connection;
  }
}

function bodyOf({ code, message }: Failure): string {
  return JSON.stringify({ success: false, data: null, error: { code, message } } satisfies FailureBody);
}

const headersOf = (text: string, requestId: string) => ({
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': String(Buffer.byteLength(text)),
  'X-Request-Id': requestId,
});
