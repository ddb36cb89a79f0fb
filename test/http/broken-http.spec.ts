import { type Client, SEARCH } from '../support/client.js';
import { atOnce, outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { exchange, sendRaw } from '../support/socket.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = await sandbox.tenant();
});
afterAll(() => sandbox.stop());

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
  ['two Hosts', `GET / HTTP/1.1\r\n${HOST}${HOST}Connection: close\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
  ['an unknown expectation', `GET / HTTP/1.1\r\n${HOST}Expect: x\r\n\r\n`, 417, 'EXPECTATION_FAILED'],
  ['the asterisk form', `GET * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, 404, 'NOT_FOUND'],
  ['OPTIONS for the whole server', `OPTIONS * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, 404, 'NOT_FOUND'],
  ['CONNECT', `CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n`, 404, 'NOT_FOUND'],
  ['headers of 20 KiB', `GET / HTTP/1.1\r\n${HOST}X-Big: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
];

describe('an error outside the request pipeline', () => {
  it.each(BROKEN)('is answered in the envelope: %s', async (_, bytes, status, code) => {
    const answer = await sendRaw(sandbox.origin, bytes);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': expect.stringMatching(/^req_/),
      connection: 'close',
    });
    expect(JSON.parse(answer.text)).toEqual({
      success: false,
      data: null,
      error: { code, message: expect.stringMatching(/.{10}/) },
    });
  });

  it('does not disturb the requests that follow', async () => {
    expect((await client.search({ domain: 'example.com' })).status).toBe(200);
  });
});

describe('a connection that fails behind a good request', () => {
  const good = () => {
    const body = '{"domain":"example.com"}';
    const headers = { ...client.headers, 'Content-Length': String(body.length) };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `POST ${SEARCH} HTTP/1.1\r\n${HOST}${head.join('')}\r\n${body}`;
  };

  it.each([
    ['garbage', 'hello there\r\n\r\n'],
    ['a header without a colon', `GET / HTTP/1.1\r\n${HOST}oops\r\n\r\n`],
  ])('answers the request and closes, for %s', async (_, garbage) => {
    const answer = await sendRaw(sandbox.origin, good() + garbage);
    expect([answer.status, answer.headers['connection']]).toEqual([200, 'close']);
    expect(JSON.parse(answer.text).data.query).toBe('example.com');
  });

  it('answers every complete request of a pipeline', async () => {
    const { answers } = await exchange(sandbox.origin, `${good()}${good()}${good()}garbage\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('408 REQUEST_TIMEOUT', () => {
  it('ends a body that is sent slowly after 15 seconds, and its connection soon after', async () => {
    const head = Object.entries({ ...client.headers, 'Content-Length': '1000' }).map(pair => pair.join(': '));
    const { answers, ms } = await exchange(
      sandbox.origin,
      `POST ${SEARCH} HTTP/1.1\r\n${HOST}${head.join('\r\n')}\r\n\r\n`,
      { dribble: ' ', patienceMs: 30_000 },
    );
    expect(answers.map(outcomeOf)).toEqual(['408 REQUEST_TIMEOUT']);
    expect(ms).toBeGreaterThan(14_000);
    expect(ms).toBeLessThan(20_000);
  });
});

describe('a hundred requests with a header full of white space', () => {
  it.each(['Content-Type', 'Accept', 'Authorization', 'X-Tenant', 'Idempotency-Key', 'Cookie', 'X-Request-Id'])(
    'are answered within five seconds: %s',
    async name => {
      const value = `application/json${' '.repeat(15_000)}x`;
      const started = performance.now();
      await atOnce(100, () => client.search({ domain: 'example.com' }, { [name]: value }));
      expect(performance.now() - started).toBeLessThan(5_000);
    },
  );
});

describe('a body that comes in chunks', () => {
  const chunked = (body: string) => {
    const headers = Object.entries({ ...client.headers, 'Transfer-Encoding': 'chunked', Connection: 'close' });
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const chunks = body.match(/.{1,1000}/gs)!.map(part => `${part.length.toString(16)}\r\n${part}\r\n`);
    return `POST ${SEARCH} HTTP/1.1\r\n${HOST}${head}\r\n${chunks.join('')}0\r\n\r\n`;
  };

  it('is read as any other', async () => {
    expect((await sendRaw(sandbox.origin, chunked('{"domain":"example.com"}'))).status).toBe(200);
  });

  it('is 413 when it grows over 64 KiB', async () => {
    const answer = await sendRaw(sandbox.origin, chunked(`{"domain":"${'x'.repeat(70_000)}"}`));
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text).error.code).toBe('PAYLOAD_TOO_LARGE');
  });
});
