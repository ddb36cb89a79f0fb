import { connect } from 'node:net';
import { once } from 'node:events';
import { outcomeOf } from '../../support/outcome.js';
import { exchange } from '../../support/socket.js';
import { checkConnection } from '../judge.js';
import type { Probe } from '../probe.js';
import { BODY, GOOD_REQUEST } from '../raw-http.js';

const HOST = 'Host: {{host}}\r\n';
const CLOSE = 'Connection: close\r\n';
const GARBAGE = 'garbage\r\n\r\n';

/** A search with other headers or another HTTP version. */
const search = (headers: string, version = '1.1') =>
  GOOD_REQUEST.replace('HTTP/1.1', `HTTP/${version}`).replace(HOST, headers + CLOSE);

/** A search with a chunked body. */
const CHUNKED = search(HOST).replace(
  /Content-Length.*/s,
  `Transfer-Encoding: chunked\r\n\r\n18\r\n${BODY}\r\n0\r\n\r\n`,
);

/** Bytes after which the server closes the connection, and the outcome of its response. */
const ANSWERED: [title: string, text: string, outcome: RegExp][] = [
  ['no Host header', search(''), /^400 /],
  ['no Host header over HTTP/1.0', search('', '1.0'), /^200$/],
  ['two Host headers', search(`Host: evil.example\r\n${HOST}`), /^400 /],
  ['an unknown expectation', search(`${HOST}Expect: x\r\n`), /^417 /],
  ['an empty expectation', search(`${HOST}Expect:\r\n`), /^(200$|417 )/],
  ['GET *', `GET * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, /^4\d\d /],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, /^4\d\d /],
  ['GET * over HTTP/1.0', 'GET * HTTP/1.0\r\n\r\n', /^4\d\d /],
  ['CONNECT', `CONNECT example.com:443 HTTP/1.1\r\n${HOST}\r\n`, /^4\d\d /],
  ['CONNECT to a path', search(HOST).replace('POST', 'CONNECT'), /^4\d\d /],
];

/** Bytes that may follow valid requests without affecting their responses. */
const FOLLOWING: [title: string, text: string][] = [
  ['garbage', GARBAGE],
  ['headers of 20 KiB', search(`X: ${'x'.repeat(20_000)}\r\n`)],
  ['no Host header', search('')],
  ['GET *', `GET * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`],
  ['CONNECT', search(HOST).replace('POST', 'CONNECT')],
  ['an unknown expectation', search(`${HOST}Expect: x\r\n`)],
  ['a broken chunk', CHUNKED.replace('18', 'zz')],
  ['an unknown transfer coding', CHUNKED.replace('chunked', 'xchunked')],
  ['two lengths', search(`${HOST}Content-Length: 3\r\n`)],
];

/** Bytes after which the client closes the connection, immediately or after its sending side. */
const CUT_OFF: [title: string, text: string][] = [
  ['in the request line', 'POST /api/v1/sand'],
  ['in the headers', GOOD_REQUEST.slice(0, 90)],
  ['before the body', GOOD_REQUEST.slice(0, -24)],
  ['in the body', GOOD_REQUEST.slice(0, -5)],
  ['in a chunk', CHUNKED.slice(0, -20)],
  ['after the request', GOOD_REQUEST],
];

/** Connections that are difficult to handle. */
export function describeConnections(probe: () => Probe): void {
  const responsesTo = async (text: string, good: number) => {
    const { environment } = probe();
    return checkConnection(environment, await exchange(environment.sandbox.origin, environment.fill(text)), good);
  };

  it.each(ANSWERED)('get a response in the envelope for a connection with %s', async (_, text, outcome) => {
    expect((await responsesTo(text, 0)).map(outcomeOf)).toEqual([expect.stringMatching(outcome)]);
  });

  it.each(FOLLOWING)('get responses to valid requests followed by %s', async (_, text) => {
    for (const good of [1, 2]) await responsesTo(GOOD_REQUEST.repeat(good) + text, good);
  });

  it.each(CUT_OFF)('cause no error when the client leaves %s', async (_, text) => {
    const { environment } = probe();
    const bytes = environment.fill(text);
    await sendAndReset(environment.sandbox.origin, bytes);
    const { timedOut } = await exchange(environment.sandbox.origin, bytes, { endAfter: 0 });
    expect(timedOut).toBe(false);
    await probe().expectHealthy();
  });
}

async function sendAndReset(origin: string, bytes: string): Promise<void> {
  const { port, hostname } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  await new Promise(resolve => socket.write(bytes, resolve));
  socket.resetAndDestroy();
}
