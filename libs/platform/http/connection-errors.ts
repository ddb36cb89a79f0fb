import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { newId } from '../ids/ids.js';
import type { FailureBody } from './answer.js';
import { requestIdOf } from './request-id.js';

/** Milliseconds from the first byte of a request to the last byte of its body. */
export const REQUEST_TIMEOUT_MS = 15_000;

/** How long a client may take to read the answer before its connection is destroyed. */
const LINGER_MS = 2_000;

type Failure = [status: number, code: string, message: string];

const MALFORMED: Failure = [400, 'MALFORMED_REQUEST', 'This is not a valid HTTP/1.1 request.'];

const FAILURES: Record<string, Failure> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'REQUEST_TIMEOUT',
    `The request was not complete after ${REQUEST_TIMEOUT_MS / 1_000} seconds.`,
  ],
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The headers exceed 16 KiB.'],
};

const EXPECTATION: Failure = [
  417,
  'EXPECTATION_FAILED',
  'The only supported expectation is "Expect: 100-continue"; remove the Expect header.',
];

const NO_TUNNEL: Failure = [404, 'NOT_FOUND', 'This server is not a proxy: it does not answer CONNECT.'];

/**
 * Answers, in the envelope, what Node's HTTP server reports outside the request pipeline: bytes that are not HTTP,
 * requests that time out, unknown expectations and CONNECT. Afterwards it closes the connection.
 */
export class ConnectionErrors {
  /** The newest response of each connection; responses of one connection are sent in order. */
  private readonly responses = new WeakMap<Duplex, ServerResponse>();
  private readonly closing = new WeakSet<Duplex>();

  watch(server: Server): void {
    server.prependListener('request', (request, response) => void this.responses.set(request.socket, response));
    server.on('checkExpectation', (request, response) => refuseExpectation(request, response));
    server.on('connect', (_request, socket) => this.close(socket, NO_TUNNEL));
  }

  answer(error: NodeJS.ErrnoException, socket: Duplex): void {
    // A parser that failed once fails again with each further chunk.
    if (this.closing.has(socket)) return;
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    this.closing.add(socket);
    const pending = this.pendingResponse(socket);
    if (pending) closeAfter(pending, socket);
    else this.close(socket, FAILURES[error.code ?? ''] ?? MALFORMED);
  }

  /** The response to a complete request that came before the error: its client must get it. */
  private pendingResponse(socket: Duplex): ServerResponse | undefined {
    const response = this.responses.get(socket);
    return response && response.req.complete && !response.writableFinished ? response : undefined;
  }

  private close(socket: Duplex, failure: Failure): void {
    this.closing.add(socket);
    const text = bodyOf(failure);
    const head = [
      `HTTP/1.1 ${failure[0]} ${STATUS_CODES[failure[0]]}`,
      ...headersOf(text).map(pair => pair.join(': ')),
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
    destroyLater(socket);
  }
}

function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  const text = bodyOf(EXPECTATION);
  response.writeHead(EXPECTATION[0], Object.fromEntries(headersOf(text, requestIdOf(request)))).end(text);
}

function closeAfter(response: ServerResponse, socket: Duplex): void {
  response.shouldKeepAlive = false;
  response.once('close', () => {
    socket.end();
    destroyLater(socket);
  });
}

/** Destroying at once could take the answer from a client that is still sending (RFC 9112, section 9.6). */
function destroyLater(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

function bodyOf([, code, message]: Failure): string {
  return JSON.stringify({ success: false, data: null, error: { code, message } } satisfies FailureBody);
}

const headersOf = (text: string, requestId = newId('req')): [string, string][] => [
  ['Content-Type', 'application/json; charset=utf-8'],
  ['Content-Length', String(Buffer.byteLength(text))],
  ['X-Request-Id', requestId],
  ['Connection', 'close'],
];
