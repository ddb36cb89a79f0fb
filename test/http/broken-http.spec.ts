import { type Client, SEARCH } from '../support/client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { sendRaw } from '../support/socket.js';

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
  ['headers of 20 KiB', `GET / HTTP/1.1\r\n${HOST}X-Big: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
];

describe('400 and 431 in the envelope, for what is no request', () => {
  it.each(BROKEN)('%s', async (_, bytes, status, code) => {
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

  it('and the service goes on', async () => {
    expect((await client.search({ domain: 'example.com' })).status).toBe(200);
  });
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
