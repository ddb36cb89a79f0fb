import { once } from 'node:events';
import { connect } from 'node:net';
import { ADA, type Client, EVENTS, ORDER, SEARCH } from '../support/client.js';
import { concurrently, outcomeOf, countOutcomes } from '../support/outcome.js';
import { repeatWhenSlow } from '../support/repeat-when-slow.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';
import { exchange, resetAfter, sendRaw } from '../support/socket.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  client = await sandbox.tenant();
});

const HOST = 'Host: localhost\r\n';

const BROKEN: [string, string | Buffer, number, string][] = [
  ['no HTTP', 'hello there\r\n\r\n', 400, 'MALFORMED_REQUEST'],
  ['the first bytes of TLS', Buffer.from('16030100a5010000a1030300', 'hex'), 400, 'MALFORMED_REQUEST'],
  ['a method that does not exist', `BREW / HTTP/1.1\r\n${HOST}\r\n`, 400, 'MALFORMED_REQUEST'],
  ['a header without a colon', `GET / HTTP/1.1\r\n${HOST}oops\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
  ['a space in a header name', `GET / HTTP/1.1\r\n${HOST}X Tenant: demo\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
  ['a length that is no number', `POST / HTTP/1.1\r\n${HOST}Content-Length: abc\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
  [
    'two ways of telling the length',
    `POST ${SEARCH} HTTP/1.1\r\n${HOST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'MALFORMED_REQUEST',
  ],
  ['a missing Host', `GET / HTTP/1.1\r\nConnection: close\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
  ['two Hosts in HTTP/1.0', `GET / HTTP/1.0\r\n${HOST}${HOST}\r\n`, 400, 'MALFORMED_REQUEST'],
  ['two Hosts', `GET / HTTP/1.1\r\n${HOST}${HOST}Connection: close\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
  [
    'an unknown expectation',
    `GET / HTTP/1.1\r\n${HOST}Connection: close\r\nExpect: x\r\n\r\n`,
    417,
    'EXPECTATION_FAILED',
  ],
  ['the asterisk form', `GET * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, 404, 'NOT_FOUND'],
  ['an asterisk with a query', `GET *?x HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, 404, 'NOT_FOUND'],
  ['OPTIONS for the whole server', `OPTIONS * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, 404, 'NOT_FOUND'],
  ['CONNECT', `CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n`, 404, 'NOT_FOUND'],
  ['headers of 20 KiB', `GET / HTTP/1.1\r\n${HOST}X-Big: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
];

describe('an error outside the request pipeline', () => {
  it.each(BROKEN)('is returned in the envelope: %s', async (_, bytes, status, code) => {
    const response = await sendRaw(sandbox.origin, bytes);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': expect.stringMatching(/^req_/),
      connection: 'close',
    });
    const docs = expect.stringMatching(`^(http://localhost)?/docs/errors#${code}$`);
    expect(JSON.parse(response.text)).toEqual({
      success: false,
      data: null,
      error: { code, message: expect.stringMatching(/.{10}/), retryable: false, docs },
    });
  });

  it('does not affect later requests', async () => {
    expect((await client.search({ domain: 'example.com' })).status).toBe(200);
  });
});

const good = () => {
  const body = '{"domain":"example.com"}';
  const headers = { ...client.headers, 'Content-Length': String(body.length) };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${SEARCH} HTTP/1.1\r\n${HOST}${head.join('')}\r\n${body}`;
};

describe('a valid request after a rejected one on the same connection', () => {
  const bodies = ['', '{}', 'x'.repeat(70_000)];
  const rejected = [
    ...['/', '*', '*?x', 'http://', 'http://x', 'https://x?y', 'mailto:x@y', '?x', 'x', '/%ff', '/x'.repeat(9_000)].map(
      target => [`POST ${target} HTTP/1.1`],
    ),
    ...[
      'Expect: x',
      'Connection: upgrade\r\nUpgrade: websocket',
      'Connection: upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
      `Authorization: Bearer ${'x'.repeat(15_000)}`,
      `X-Big: ${'x'.repeat(20_000)}`,
      'Host: second',
    ].map(header => [`POST ${SEARCH} HTTP/1.1`, header]),
  ].flatMap(lines =>
    bodies.map(body => [...lines, 'Host: localhost', `Content-Length: ${body.length}`, '', body].join('\r\n')),
  );

  it('is answered, unless the connection is closed with the first response', async () => {
    await Promise.all(
      rejected.map(async bytes => {
        const { responses, timedOut } = await exchange(sandbox.origin, bytes + good(), { endAfter: 2 });
        const [first, second] = responses;
        const name = bytes.slice(0, 100);
        expect([name, first!.status >= 400, first!.headers['x-request-id'] !== undefined, timedOut]).toEqual([
          name,
          true,
          true,
          false,
        ]);
        expect([name, first!.headers['connection'] === 'close' ? undefined : 200]).toEqual([name, second?.status]);
      }),
    );
  });
});

describe('a connection that fails after a valid request', () => {
  it.each([
    ['garbage', 'hello there\r\n\r\n'],
    ['a header without a colon', `GET / HTTP/1.1\r\n${HOST}oops\r\n\r\n`],
  ])('gets the response and is closed after %s', async (_, garbage) => {
    const response = await sendRaw(sandbox.origin, good() + garbage);
    expect([response.status, response.headers['connection']]).toEqual([200, 'close']);
    expect(JSON.parse(response.text).data.query).toBe('example.com');
  });

  it('gets a response to every complete request of a pipeline', async () => {
    const { responses, timedOut } = await exchange(sandbox.origin, `${good()}${good()}${good()}garbage\r\n\r\n`);
    expect([responses.map(outcomeOf), timedOut]).toEqual([['200', '200', '200'], false]);
  });

  it('gets the response before CONNECT fails and may be reset by the client', async () => {
    const connectRequest = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n';
    const { responses } = await exchange(sandbox.origin, good() + connectRequest);
    expect(responses.map(outcomeOf)).toEqual(['200', '404 NOT_FOUND']);
    await resetAfter(sandbox.origin, connectRequest);
    expect((await client.search({ domain: 'example.com' })).status).toBe(200);
  });

  it('gets the response before the malformed body of the next request fails', async () => {
    const head = Object.entries({ ...client.headers, 'Transfer-Encoding': 'chunked' }).map(pair => pair.join(': '));
    const broken = `POST ${SEARCH} HTTP/1.1\r\n${HOST}${head.join('\r\n')}\r\n\r\nzz\r\n`;
    const { responses } = await exchange(sandbox.origin, good() + broken);
    expect(responses.map(outcomeOf)).toEqual(['200', '400 MALFORMED_REQUEST']);
  });

  it('gets the response of a long poll before the next request fails', async () => {
    const { body } = await client.follow();
    const head = Object.entries(client.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const waiting = `GET ${EVENTS}?after=${body.data.next}&wait=2 HTTP/1.1\r\n${HOST}${head.join('')}\r\n`;
    const { responses } = await exchange(sandbox.origin, `${waiting}garbage\r\n\r\n`);
    expect(responses.map(outcomeOf)).toEqual(['200']);
    expect(responses[0]!.headers['connection']).toBe('close');
  });
});

describe('408 REQUEST_TIMEOUT', () => {
  type Exchange = ReturnType<typeof exchange>;
  /** Both take 15 seconds, so they run at the same time. */
  let trickled: Exchange;
  let late: Exchange;

  beforeAll(() => {
    const body = JSON.stringify({ domain: 'too-late.com', years: 1, owner: ADA });
    trickled = exchange(sandbox.origin, slow(1_000), { trickle: ' ', timeoutMs: 25_000 });
    late = exchange(sandbox.origin, slow(body.length) + body.slice(0, -1), { late: body.slice(-1), timeoutMs: 25_000 });
  });

  const slow = (bytes: number) => {
    const headers = { ...client.headers, 'Content-Length': String(bytes), 'X-Request-Id': 'slow-1' };
    return `POST ${ORDER} HTTP/1.1\r\n${HOST}${Object.entries(headers)
      .map(pair => pair.join(': '))
      .join('\r\n')}\r\n\r\n`;
  };

  it('is returned for a slow body after 15 seconds; then the connection is closed', async () => {
    const { responses, ms, timedOut } = await trickled;
    expect([responses.map(outcomeOf), timedOut]).toEqual([['408 REQUEST_TIMEOUT'], false]);
    expect(responses[0]!.headers['x-request-id']).toBe('slow-1');
    expect(ms).toBeGreaterThan(14_000);
    expect(ms).toBeLessThan(45_000);
  });

  it('does not execute a request whose last byte arrives after the response', async () => {
    const { responses } = await late;
    expect(responses.map(outcomeOf)).toEqual(['408 REQUEST_TIMEOUT']);
    expect(await sandbox.rows('SELECT FROM orders.orders WHERE domain = $1', ['too-late.com'])).toEqual([]);
  });
});

describe('100 requests with a header full of white space', () => {
  it.each([
    ['Content-Type', '415 UNSUPPORTED_MEDIA_TYPE'],
    ['Accept', '406 NOT_ACCEPTABLE'],
    ['Authorization', '401 API_KEY_REQUIRED'],
    ['X-Tenant', '401 API_KEY_INVALID'],
    ['Idempotency-Key', '200'],
    ['Cookie', '200'],
    ['X-Request-Id', '200'],
  ])('are answered in time: %s', async (name, outcome) => {
    const value = `application/json${' '.repeat(15_000)}x`;
    const started = performance.now();
    const responses = await concurrently(100, () => client.search({ domain: 'example.com' }, { [name]: value }));
    expect(countOutcomes(responses)).toEqual({ [outcome]: 100 });
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

describe.each(['keep-alive', 'close'])('a body that is too long (%s)', connection => {
  it('is received after the response, so that clients that send everything first get it', async () => {
    const headers = Object.entries({ ...client.headers, 'Content-Length': '6000000', Connection: connection });
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const { hostname, port } = new URL(sandbox.origin);
    // The service waits two seconds for the rest of the body.
    await repeatWhenSlow(1_900, timed =>
      timed(async () => {
        const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
        socket.write(`POST ${SEARCH} HTTP/1.1\r\n${HOST}${head}\r\n${'x'.repeat(100_000)}`);
        const [response] = (await once(socket, 'data')) as [Buffer];
        expect(response.toString()).toMatch(/^HTTP\/1.1 413 /);
        socket.end('x'.repeat(5_900_000));
        expect(await once(socket, 'close')).toEqual([false]);
      }),
    );
  });
});

describe('a chunked body', () => {
  const chunked = (body: string) => {
    const headers = Object.entries({ ...client.headers, 'Transfer-Encoding': 'chunked', Connection: 'close' });
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const chunks = body.match(/.{1,1000}/gs)!.map(part => `${part.length.toString(16)}\r\n${part}\r\n`);
    return `POST ${SEARCH} HTTP/1.1\r\n${HOST}${head}\r\n${chunks.join('')}0\r\n\r\n`;
  };

  it('is accepted', async () => {
    expect((await sendRaw(sandbox.origin, chunked('{"domain":"example.com"}'))).status).toBe(200);
  });

  it('returns 413 above 64 KiB', async () => {
    const response = await sendRaw(sandbox.origin, chunked(`{"domain":"${'x'.repeat(70_000)}"}`));
    expect(response.status).toBe(413);
    expect(JSON.parse(response.text).error.code).toBe('PAYLOAD_TOO_LARGE');
  });
});
