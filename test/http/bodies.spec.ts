import { gzipSync } from 'node:zlib';
import { ADA, CHECKOUT, type Client, ENDPOINTS, FAULTS, ORDER, SEARCH } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  client = await sandbox.tenant();
});

const GOOD = '{"domain":"example.com"}';
const nested = (depth: number) => `{"domain":"example.com","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const padded = (bytes: number) => `{"domain":"example.com","x":"${'x'.repeat(bytes - 31)}"}`;

describe('400 MALFORMED_JSON', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \n '],
    ['half an object', '{"domain":'],
    ['something after the object', `${GOOD}x`],
    ['two objects', GOOD + GOOD],
    ['single quotes', "{'domain':'example.com'}"],
    ['a trailing comma', '{"domain":"example.com",}'],
    ['a comment', `/* */${GOOD}`],
    ['a bare word', 'undefined'],
    ['NaN', '{"domain":NaN}'],
    ['a raw control character', '{"domain":"a\u0000b.com"}'],
    ['a byte order mark', `\uFEFF${GOOD}`],
    ['a form', 'domain=example.com'],
    ['nesting of 65 levels', nested(64)],
    ['nesting of 30,000 levels', nested(30_000)],
    ['more than 1,000 members', `{${Array.from({ length: 1_001 }, (_, n) => `"m${n}":0`).join()}}`],
    ['1,001 values', `{"domain":"example.com","x":[${'0,'.repeat(998)}0]}`],
    ['1,001 empty containers', `{"x":[${'{},'.repeat(999)}[]]}`],
    ['nesting and elements', `{"x":[${'[[[]]],'.repeat(400)}0]}`],
    ['nesting behind a string with an escaped quote', `{"domain":"\\"","x":${'['.repeat(64)}${']'.repeat(64)}}`],
  ])('is returned for %s', async (_, body) => {
    for (const path of ENDPOINTS) expect(outcomeOf(await client.raw({ path, body }))).toBe('400 MALFORMED_JSON');
  });

  it.each([
    ['half a character', Buffer.from([0x7b, 0x22, 0xc3, 0x22, 0x7d])],
    ['a lone surrogate', Buffer.from('7b22646f6d61696e223a22eda080227d', 'hex')],
    ['an overlong slash', Buffer.from('7b22646f6d61696e223a22c0af227d', 'hex')],
    ['UTF-16', Buffer.from(GOOD, 'utf16le')],
    ['random bytes', Buffer.from('ff00fe7f80', 'hex')],
  ])('is returned for %s, which is not UTF-8', async (_, body) => {
    expect(outcomeOf(await client.raw({ path: SEARCH, body }))).toBe('400 MALFORMED_JSON');
  });

  it('is returned without a body', async () => {
    for (const path of ENDPOINTS)
      for (const type of ['application/json', 'text/plain', undefined])
        expect(outcomeOf(await client.raw({ path, headers: { 'Content-Type': type } }))).toBe('400 MALFORMED_JSON');
  });
});

describe('413 PAYLOAD_TOO_LARGE', () => {
  it('is returned above 64 KiB', async () => {
    expect(Buffer.byteLength(padded(65_536))).toBe(65_536);
    expect(outcomeOf(await client.search(padded(65_536)))).toBe('200');
    expect(outcomeOf(await client.search(padded(65_537)))).toBe('413 PAYLOAD_TOO_LARGE');
    expect(outcomeOf(await client.search(padded(1_000_000)))).toBe('413 PAYLOAD_TOO_LARGE');
  });

  it('counts bytes, not characters', async () => {
    expect(outcomeOf(await client.search(`{"domain":"example.com","x":"${'é'.repeat(40_000)}"}`))).toBe(
      '413 PAYLOAD_TOO_LARGE',
    );
  });
});

describe('415 UNSUPPORTED_MEDIA_TYPE', () => {
  it.each([
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/problem+json',
    'application/vnd.api+json',
    'application/json, text/plain',
    'json',
  ])('is returned for Content-Type: %s', async type => {
    expect(outcomeOf(await client.search(GOOD, { 'Content-Type': type }))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  });

  it.each(['gzip', 'br', 'deflate', 'x-gzip', 'nonsense', 'UTF-8', 'identity, gzip', 'identity;q=1', '"identity"'])(
    'is returned for Content-Encoding: %s with any Content-Type, and names the header',
    async encoding => {
      for (const type of ['application/json', 'application/json; charset=utf-8']) {
        const headers = { 'Content-Type': type, 'Content-Encoding': encoding };
        const response = await client.search(gzipSync(GOOD), headers);
        expect(outcomeOf(response)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
        expect(response.body.error.message).toMatch(/^Content-Encoding must be identity/);
        expect(response.headers['accept-encoding']).toBe('identity');
      }
    },
  );

  it('names Content-Type, and has no Accept-Encoding, if the type is the problem', async () => {
    const response = await client.search(GOOD, { 'Content-Type': 'text/plain' });
    expect(response.headers['accept-encoding']).toBeUndefined();
    expect(response.body.error.message).toMatch(/^Content-Type must be application\/json/);
  });
});

describe('406 NOT_ACCEPTABLE', () => {
  it.each([
    'text/html',
    'application/xml',
    'application/problem+json',
    'image/*',
    'application/json;q=0',
    'application/json;q=0, text/html',
    'application/json; charset=utf-8; Q=0.000, */*',
    'application/*;q=0, */*',
    'text/html;p="a,application/json"',
    'json',
    'application / json',
  ])('is returned for Accept: %s', async Accept => {
    expect(outcomeOf(await client.search(GOOD, { Accept }))).toBe('406 NOT_ACCEPTABLE');
  });
});

describe('200', () => {
  it.each([
    undefined,
    '*/*',
    'application/*',
    'APPLICATION/JSON',
    'text/html, application/json;q=0.1',
    'application/json; charset=utf-8',
    'application/json; charset=utf8',
    'application/json;charset="utf-8"',
    'application/json;odata=verbose',
    'application/json ; version="1,2;3" ; Q=0.001',
    'application/json;odata=verbose;q=0, application/json',
    'application/*;q=0, application/json',
    ', application/json ,,',
    'text/html, image/gif, *; q=.2, */*; q=.2',
    '*/*;q=1;level=1',
    '',
    ' , ',
    'malformed, application/json',
    'application/json;q=many',
  ])('is returned for Accept: %s', async Accept => {
    expect((await client.search(GOOD, { Accept })).status).toBe(200);
  });

  it.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; odata=verbose; charset=UTF8',
    'application/json; profile="a;charset=x"',
    'application/json;',
    'Application/JSON',
  ])('is returned for Content-Type: %s', async type => {
    expect((await client.search(GOOD, { 'Content-Type': type })).status).toBe(200);
  });

  it.each(['identity', 'Identity', '', ',', 'identity, identity', ' IDENTITY ,, identity'])(
    'is returned for Content-Encoding: %s',
    async encoding => {
      expect((await client.search(GOOD, { 'Content-Encoding': encoding })).status).toBe(200);
    },
  );

  it.each(['text/plain;charset=UTF-8', 'application/json', 'application/x-www-form-urlencoded', 'json', ''])(
    'is returned for a DELETE request without content and Content-Type: %s',
    async type => {
      for (const length of [undefined, '0']) {
        const headers = { 'Content-Type': type, 'Content-Length': length, 'Content-Encoding': 'gzip' };
        expect((await client.raw({ method: 'DELETE', path: FAULTS, headers })).status).toBe(200);
      }
    },
  );

  it('is returned for a duplicate field; the last value counts', async () => {
    const { body } = await client.search('{"domain":"google.com","domain":"example.com"}');
    expect(body.data.query).toBe('example.com');
  });

  it('is returned for fields named like properties of Object.prototype', async () => {
    const nasty =
      '{"domain":"example.com","__proto__":{"domain":"google.com","polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"hasOwnProperty":0,"toJSON":"x"}';
    expect((await client.search(nasty)).body.data.query).toBe('example.com');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    const response = await client.search('{"__proto__":{"domain":"example.com"}}');
    expect(response.status).toBe(422);
    const order = `{"domain":"example.com","years":1,"owner":{"__proto__":{"email":"x@example.com"},"first_name":"A","last_name":"B"}}`;
    expect((await client.order(order)).status).toBe(422);
  });

  it('is returned for unusual unknown fields, also with an idempotency key', async () => {
    const body = { domain: 'example.com', years: 1, owner: ADA, odd: { '\u0000': '\ud800', toJSON: 1, n: -0 } };
    const key = { 'X-Idempotency-Key': 'odd' };
    const first = await client.order(body, key);
    expect(first.status).toBe(201);
    expect((await client.order(body, key)).text).toBe(first.text);
  });

  it.each([
    ['64 levels of nesting', nested(63)],
    ['1,000 values', `{"domain":"example.com","x":[${'0,'.repeat(997)}0]}`],
    [
      '1,000 values with empty containers',
      `{"domain":"example.com","x":[ ${'{ }, [] ,'.repeat(499)}]}`.replace(',]', ']'),
    ],
    ['brackets and commas in a string', `{"domain":"example.com","x":"${'[{,\\"'.repeat(2_000)}"}`],
  ])('is returned for %s', async (_, body) => {
    expect((await client.search(body)).status).toBe(200);
  });
});

describe('422 VALIDATION_FAILED', () => {
  const values = ['constructor', '__proto__', 'toString', 'then', 'hasOwnProperty', 'length'].flatMap(name => [
    `{"${name}":1}`,
    `[{"${name}":null}]`,
    `{"${name}":{"prototype":{"${name}":1}}}`,
  ]);

  it.each(values)('is returned for %s in any field', async value => {
    const bodies = {
      [SEARCH]: [`{"domain":${value}}`],
      [ORDER]: [
        `{"domain":${value},"years":${value},"owner":${value}}`,
        `{"domain":"example.com","years":1,"owner":{"first_name":${value},"last_name":${value},"email":${value},"phone":${value},"country":${value}}}`,
      ],
      [CHECKOUT]: [
        `{"order_id":${value},"payment":${value}}`,
        `{"order_id":"ord_x","payment":{"method":${value},"reference":${value}}}`,
      ],
    };
    for (const [path, sent] of Object.entries(bodies))
      for (const body of sent) expect(outcomeOf(await client.raw({ path, body }))).toBe('422 VALIDATION_FAILED');
    const login = await sandbox.visitor().post('session', `{"email":${value},"password":${value}}`);
    expect(outcomeOf(login)).toBe('422 VALIDATION_FAILED');
  });
});
