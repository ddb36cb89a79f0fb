import { connect } from 'node:net';
import { type HttpResponse, parseBody } from './openapi-check.js';

interface ExchangeOptions {
  /** Closes the sending side after this number of responses and `silenceMs`; the default never does. */
  endAfter?: number;
  idleMs?: number;
  /** Time in milliseconds that the server has to answer and close the connection. The default is shorter than its own timeout. */
  timeoutMs?: number;
  /** Sent again every 500 ms until the server closes the connection. */
  trickle?: string;
  /** Sent as soon as the first response has begun to arrive. */
  late?: string;
  /** Whether the request is HEAD, so that the response has no body. */
  isHead?: boolean;
}

export interface Exchange {
  /** Complete responses in the order of arrival, without interim ones (1xx). */
  responses: HttpResponse[];
  /** What follows the last complete response. */
  rest: string;
  /** Milliseconds from the first byte sent to the last byte received. */
  ms: number;
  /** Whether the server left the connection open. */
  timedOut: boolean;
}

/** Sends bytes over a new connection and reads responses until the server closes it. */
export function exchange(
  origin: string,
  bytes: string | Buffer,
  { endAfter = Infinity, idleMs = 0, timeoutMs = 12_000, trickle, late, isHead = false }: ExchangeOptions = {},
): Promise<Exchange> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    let timedOut = false;
    const started = performance.now();
    let last = started;
    let silence: NodeJS.Timeout | undefined;
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
      socket.write(bytes);
      endIfSilent();
    });
    const endIfSilent = () => {
      clearTimeout(silence);
      if (parseResponses(received, isHead).responses.length < endAfter) return;
      silence = setTimeout(() => socket.end(), idleMs);
    };
    const trickling = setInterval(() => trickle && socket.writable && socket.write(trickle), 500);
    const deadline = setTimeout(() => {
      timedOut = true;
      socket.destroy();
    }, timeoutMs);
    socket.on('data', chunk => {
      if (late !== undefined && received.length === 0) socket.write(late);
      received = Buffer.concat([received, chunk]);
      last = performance.now();
      endIfSilent();
    });
    socket.on('end', () => socket.end());
    // The server may close the connection before it has read everything.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => {
      clearTimeout(deadline);
      clearTimeout(silence);
      clearInterval(trickling);
      resolve({ ...parseResponses(received, isHead), ms: last - started, timedOut });
    });
  });
}

/** Sends bytes and resets the connection when the response has begun to arrive. */
export function resetAfter(origin: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.once('data', () => socket.resetAndDestroy()).once('error', reject);
    socket.once('close', () => resolve());
  });
}

/** Sends bytes and returns the first response. */
export async function sendRaw(origin: string, bytes: string | Buffer): Promise<HttpResponse> {
  const { responses, rest, timedOut } = await exchange(origin, bytes);
  if (timedOut) throw new Error('the server left the connection open');
  if (!responses[0]) throw new Error(`the server sent no complete response, only ${JSON.stringify(rest)}`);
  return responses[0];
}

function parseResponses(bytes: Buffer, isHead: boolean): Pick<Exchange, 'responses' | 'rest'> {
  const responses: HttpResponse[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    const head = parseHead(rest.subarray(0, end).toString('latin1'));
    const body = bodyOf(rest.subarray(end + 4), head, isHead);
    if (!body) break;
    rest = rest.subarray(end + 4 + body.size);
    const text = body.content.toString('utf8');
    if (!(head.status < 200)) responses.push({ ...head, text, body: parseBody(text) });
  }
  return { responses, rest: rest.toString('latin1') };
}

type Head = Pick<HttpResponse, 'status' | 'headers'>;

function parseHead(head: string): Head {
  const [first = '', ...lines] = head.split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase();
    const value = line.slice(line.indexOf(':') + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return { status: /^HTTP\/1\.1 \d{3} /.test(first) ? Number(first.slice(9, 12)) : Number.NaN, headers };
}

/** The body at the start of `bytes` and its size in bytes; undefined while it is incomplete. */
function bodyOf(bytes: Buffer, { status, headers }: Head, isHead: boolean) {
  if (isHead || status < 200 || status === 204 || status === 304) return { content: Buffer.alloc(0), size: 0 };
  if (headers['transfer-encoding'] === 'chunked') return chunksOf(bytes);
  const size = Number(headers['content-length'] ?? Number.NaN);
  return bytes.length >= size ? { content: bytes.subarray(0, size), size } : undefined;
}

function chunksOf(bytes: Buffer) {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { content: Buffer.concat(chunks), size: next };
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}
