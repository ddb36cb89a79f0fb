import { connect } from 'node:net';
import { once } from 'node:events';
import { outcomeOf } from '../../support/outcome.js';
import { exchange } from '../../support/socket.js';
import { judgeConnection } from '../judge.js';
import type { Probe } from '../probe.js';
import { GOOD_REQUEST } from '../raw-http.js';

const HOST = 'Host: {{host}}\r\n';
const CLOSE = 'Connection: close\r\n';
const GARBAGE = 'garbage\r\n\r\n';

/** A search as a request with other headers, or over another version of HTTP. */
const search = (headers: string, version = '1.1') =>
  GOOD_REQUEST.replace('HTTP/1.1', `HTTP/${version}`).replace(HOST, headers + CLOSE);

/** Bytes after which the server closes the connection, and the outcomes of all its responses. */
const ANSWERED: [title: string, text: string, outcomes: (string | RegExp)[]][] = [
  ['no Host header', search(''), [/^400 /]],
  ['no Host header over HTTP/1.0', search('', '1.0'), ['200']],
  ['two Host headers', search(`Host: evil.example\r\n${HOST}`), [/^(200|400 .*)$/]],
  ['an unknown expectation', search(`${HOST}Expect: x\r\n`), [/^(200|417 .*)$/]],
  ['an empty expectation', search(`${HOST}Expect:\r\n`), [/^(200|417 .*)$/]],
  ['GET *', `GET * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, [/^4\d\d /]],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, [/^4\d\d /]],
  ['GET * over HTTP/1.0', 'GET * HTTP/1.0\r\n\r\n', [/^4\d\d /]],
  ['CONNECT', `CONNECT example.com:443 HTTP/1.1\r\n${HOST}\r\n`, [/^4\d\d /]],
  ['CONNECT to a path', search(HOST).replace('POST', 'CONNECT'), [/^4\d\d /]],
  ['a good request, then garbage', GOOD_REQUEST + GARBAGE, ['200']],
  ['two good requests, then garbage', GOOD_REQUEST.repeat(2) + GARBAGE, ['200', '200']],
  ['a good request, then headers of 20 KiB', GOOD_REQUEST + search(`X: ${'x'.repeat(20_000)}\r\n`), ['200']],
  ['a good request, then CONNECT', GOOD_REQUEST + search(HOST).replace('POST', 'CONNECT'), ['200', /^4\d\d /]],
  ['a good request, then GET *', `${GOOD_REQUEST}GET * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, ['200', /^4\d\d /]],
  ['a good request, then one without Host', GOOD_REQUEST + search(''), ['200', /^400 /]],
];

/** Bytes after which the client leaves: at once, or after it has closed its sending side. */
const CUT_OFF: [title: string, text: string][] = [
  ['in the request line', 'POST /api/v1/sand'],
  ['in the headers', GOOD_REQUEST.slice(0, 90)],
  ['before the body', GOOD_REQUEST.slice(0, -24)],
  ['in the body', GOOD_REQUEST.slice(0, -5)],
  ['in a chunk', search(HOST).replace(/Content-Length.*/s, 'Transfer-Encoding: chunked\r\n\r\n18\r\n{"dom')],
  ['after the request', GOOD_REQUEST],
];

/** Connections that are hard to handle. */
export function describeConnections(probe: () => Probe): void {
  it.each(ANSWERED)('a connection with %s is answered in the envelope', async (_, text, outcomes) => {
    const { world } = probe();
    const good = outcomes.filter(outcome => outcome === '200').length;
    const answers = judgeConnection(world, await exchange(world.sandbox.origin, world.fill(text)), good);
    expect(answers.map(outcomeOf)).toEqual(
      outcomes.map(outcome => (typeof outcome === 'string' ? outcome : expect.stringMatching(outcome))),
    );
  });

  it.each(CUT_OFF)('a client that leaves %s causes no error', async (_, text) => {
    const { world } = probe();
    const bytes = world.fill(text);
    await sendAndReset(world.sandbox.origin, bytes);
    const { hung } = await exchange(world.sandbox.origin, bytes, { endAfter: 0 });
    expect(hung).toBe(false);
    await probe().demandHealth();
  });
}

async function sendAndReset(origin: string, bytes: string): Promise<void> {
  const { port, hostname } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  await new Promise(resolve => socket.write(bytes, resolve));
  socket.resetAndDestroy();
}
