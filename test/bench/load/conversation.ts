import type { Connection } from '../peers/autocannon.js';
import { now } from '../stage/clock.js';
import type { Heads } from './heads.js';
import type { Load, LoadRequest, LoadResponse, ResponseCheck } from './load.js';

/** A received response with its check. */
export interface Kept {
  check: ResponseCheck;
  status: number;
  rawHeaders: string[];
  text: string;
  /** Duration, and time of arrival on the clock of all processes. */
  ms: number;
  at: number;
}

/**
 * Sends the load over one connection and keeps the responses. Autocannon rebuilds every request when bodies differ,
 * which doubles its cost, so it gets each request as raw bytes.
 */
export function converse(connection: Connection, heads: Heads, load: Load, keep: (response: Kept) => void): void {
  let request: LoadRequest;
  let response: Kept;
  let rawHeaders: string[] = [];
  connection.getRequestBuffer = () => {
    request = load.next();
    const { body, headers = {}, caller } = request;
    const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${heads.headFor(caller)}${more.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };
  connection.on('headers', ({ headers }: { headers: string[] }) => (rawHeaders = headers));
  // The next request is created after this event and before the body is checked.
  connection.on('response', (status: number, _bytes: number, ms: number) => {
    response = { check: request.check, status, rawHeaders, text: '', ms, at: now() };
  });
  connection.opts.verifyBody = text => {
    keep({ ...response, text });
    return true;
  };
}

/** Returns the problem of a response; undefined if it is correct. */
export function problemWith({ check, status, rawHeaders, text }: Kept): string | undefined {
  const headers: LoadResponse['headers'] = {};
  for (let i = 0; i < rawHeaders.length; i += 2) headers[rawHeaders[i]!.toLowerCase()] = rawHeaders[i + 1]!;
  return check({ status, headers, text });
}
