import { jest } from '@jest/globals';
import { inspect } from 'node:util';
import {
  AbortError,
  ApiError,
  ConnectionError,
  DomainTakenError,
  Nameyard,
  NameyardError,
  TimeoutError,
} from '../../libs/client/index.js';
import { failure, fakeService, hanging, success } from './fake-service.js';

const OPTIONS = { baseUrl: 'https://names.example/api/v1', tenant: 'demo', apiKey: 'ny_sandbox_secret' };

const errorOf = async (call: Promise<unknown>): Promise<unknown> => call.then(() => undefined).catch(error => error);

describe('options', () => {
  it('accept a base URL with a trailing slash or a path', async () => {
    for (const baseUrl of ['http://localhost:3000/api/v1', 'http://localhost:3000/names/api/v1/']) {
      const { client, requests } = fakeService([success({})], { baseUrl });
      await client.registrations.get('bücher.com/..');
      expect(requests[0]!.url.href).toBe(`${baseUrl.replace(/\/$/, '')}/sandbox/registrations/b%C3%BCcher.com%2F..`);
    }
  });

  it.each([
    [{ baseUrl: 'https://names.example' }, /^baseUrl must be .* ends in \/api\/v1/],
    [{ baseUrl: 'names.example/api/v1' }, /^baseUrl/],
    [{ baseUrl: 'ftp://names.example/api/v1' }, /^baseUrl/],
    [{ baseUrl: 'https://names.example/?x=/api/v1' }, /^baseUrl/],
    [
      { baseUrl: 'https://user:hidden@names.example/api/v1' },
      /^baseUrl must not contain @: it has no user name or password\.$/,
    ],
    [
      { baseUrl: 'https://user:hid/den@names.example' },
      /^baseUrl must not contain @: it has no user name or password\.$/,
    ],
    [{ tenant: '' }, /^tenant/],
    [{ apiKey: undefined }, /^apiKey/],
    [{ apiKey: 'ny_sandbox_…' }, /^apiKey/],
    [{ timeout: 0 }, /^timeout/],
    [{ timeout: '30s' }, /^timeout/],
    [{ maxRetries: -1 }, /^maxRetries/],
    [{ environment: 'production' }, /^environment must be sandbox or live/],
  ])('%j is refused', (options, message) => {
    const create = () => new Nameyard({ ...OPTIONS, ...options } as never);
    expect(create).toThrow(NameyardError);
    expect(create).toThrow(message);
  });

  it('of the live environment refuse test control, and the sandbox has no account', async () => {
    const { client, requests } = fakeService([success({})], { environment: 'live' });
    expect(() => client.control).toThrow(NameyardError);
    expect(await errorOf(fakeService([success({})]).client.account.get())).toBeInstanceOf(NameyardError);
    await client.account.get();
    expect(requests.map(({ url }) => url.pathname)).toEqual(['/api/v1/registrar/account']);
  });

  it('of a call are checked', async () => {
    const { client, requests } = fakeService([success({})]);
    expect(await errorOf(client.domains.search('x.com', { timeout: -1 }))).toBeInstanceOf(NameyardError);
    const key = { idempotencyKey: 'ключ' };
    expect(await errorOf(client.domains.renew({ domain: 'x.com', years: 1 }, key))).toBeInstanceOf(NameyardError);
    expect(requests).toEqual([]);
  });

  describe('with the global objects of a browser', () => {
    const { process } = globalThis;
    beforeEach(() => void Object.assign(globalThis, { window: {}, document: {} }));
    afterEach(() => {
      for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name);
      globalThis.process = process;
    });

    it('are refused in a browser, also with a substitute for process', () => {
      globalThis.process = { env: {}, versions: {} } as NodeJS.Process;
      expect(() => new Nameyard(OPTIONS)).toThrow(/browser.*API key.*server/);
    });

    it('are accepted in Node.js with jsdom or happy-dom', () => {
      expect(new Nameyard(OPTIONS)).toBeInstanceOf(Nameyard);
    });
  });

  it('do not show the API key when the client is logged', () => {
    expect(inspect(new Nameyard(OPTIONS), { depth: 10, showHidden: true })).not.toContain('secret');
  });
});

describe('requests', () => {
  it('have the key, the tenant and a JSON body', async () => {
    const { client, requests } = fakeService([success({})]);
    await client.domains.search('x.com');
    await client.domains.search({ domain: 'x.com' });
    expect(requests.map(({ method, body }) => [method, body])).toEqual([
      ['POST', { domain: 'x.com' }],
      ['POST', { domain: 'x.com' }],
    ]);
    expect(Object.fromEntries(requests[0]!.headers)).toEqual({
      accept: 'application/json',
      authorization: 'Bearer ny_sandbox_secret',
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^nameyard-typescript\/\d+\.\d+\.\d+ \(Node\.js \d+\.\d+\.\d+\)$/),
      'x-tenant': 'demo',
    });
  });

  it.each(['accept', 'AUTHORIZATION', 'Content-Type', 'user-agent', 'X-Tenant', 'x-idempotency-key'])(
    'refuse a header that the client sets: %s',
    async name => {
      const { client, requests } = fakeService([success({})]);
      const headers = { 'X-Request-Id': 'req-7', [name]: 'other' };
      await expect(client.domains.renew({ domain: 'x.com', years: 1 }, { headers })).rejects.toThrow(
        new NameyardError(`The client sets the header ${name} itself. Remove it from \`headers\`.`),
      );
      expect(requests).toEqual([]);
    },
  );

  it.each([
    ['X-Request-Id', 'a\nb'],
    ['X-Request-Id', 'ключ'],
    ['X Request Id', 'a'],
  ])('refuse a header that cannot be sent: %j', async (name, value) => {
    const { client, requests } = fakeService([success({})]);
    const error = await errorOf(client.domains.search('x.com', { headers: { [name]: value } }));
    expect(error).toMatchObject({ name: 'NameyardError', message: expect.stringMatching(/^headers cannot be sent: /) });
    expect(requests).toEqual([]);
  });
});

describe('withResponse', () => {
  it('returns the result, its request ID, the rate limit and the response', async () => {
    const headers = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '59', 'X-RateLimit-Reset': '1763708460' };
    const { client, requests } = fakeService([success({ query: 'x.com' }, headers)]);
    const { data, requestId, rateLimit, response } = await client.domains.search('x.com').withResponse();
    expect(data).toEqual({ query: 'x.com' });
    expect(requestId).toBe('req_1');
    expect(rateLimit).toEqual({ limit: 60, remaining: 59, reset: new Date(1_763_708_460_000) });
    expect(response.status).toBe(200);
    expect(requests).toHaveLength(1);
  });

  it('has no rate limit without its headers, and throws errors', async () => {
    const { client } = fakeService([success({}), failure(404, 'ORDER_NOT_FOUND')]);
    expect(await client.orders.get('ord_1').withResponse()).toMatchObject({ rateLimit: null });
    await expect(client.orders.get('ord_1').withResponse()).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  });
});

describe('errors', () => {
  it('have the fields of the response', async () => {
    const details = [{ field: 'domain', message: 'is already registered', rule: 'registered' }];
    const { client } = fakeService([failure(409, 'DOMAIN_TAKEN', {}, { details })]);
    const error = (await errorOf(client.domains.search('x.com'))) as DomainTakenError;
    for (const type of [DomainTakenError, ApiError, NameyardError, Error]) expect(error).toBeInstanceOf(type);
    expect(error).not.toBeInstanceOf(ConnectionError);
    expect({ ...error, name: error.name, message: error.message }).toEqual({
      name: 'DomainTakenError',
      message: 'It is DOMAIN_TAKEN.',
      status: 409,
      code: 'DOMAIN_TAKEN',
      details,
      requestId: 'req_1',
      retryable: false,
      docs: '/docs/errors#DOMAIN_TAKEN',
      attempts: 1,
    });
    expect(error.response.status).toBe(409);
  });

  it('of unknown codes, and of proxies, are ApiError', async () => {
    const teapot = fakeService([failure(418, 'TEAPOT'), failure(400, 'constructor')]).client;
    expect(await errorOf(teapot.domains.search('x.com'))).toMatchObject({ name: 'ApiError', code: 'TEAPOT' });
    expect(await errorOf(teapot.domains.search('x.com'))).toMatchObject({ name: 'ApiError', code: 'constructor' });
    const { client } = fakeService([new Response('<h1>Moved</h1>', { status: 302 })]);
    const error = await errorOf(client.domains.search('x.com'));
    expect(error).toMatchObject({ name: 'ApiError', status: 302, code: 'UNKNOWN', retryable: false, requestId: null });
  });

  it.each([
    ['no other members', {}],
    ['members of other types', { message: null, retryable: 'yes', docs: null, details: null }],
    ['a detail that names no field', { details: [null, 'years'] }],
  ])('of proxies can have a code and %s', async (_, members) => {
    const error = { code: 'VALIDATION_FAILED', message: 'It is wrong.', ...members };
    const { client } = fakeService([Response.json({ error }, { status: 422 })]);
    const { message, details, retryable, docs } = (await errorOf(client.domains.search('x.com'))) as ApiError;
    expect({ details, retryable, docs }).toEqual({ details: [], retryable: false, docs: null });
    expect(message).toBe(
      error.message ?? 'The service responded with status 422 and the error code VALIDATION_FAILED.',
    );
  });

  it('of a response without data is a ConnectionError', async () => {
    const { client } = fakeService([success(null)], { maxRetries: 0 });
    expect(await errorOf(client.domains.search('x.com'))).toBeInstanceOf(ConnectionError);
  });

  it('match `instanceof` across copies of the package, but never a class that the caller derives', () => {
    class Own extends NameyardError {}
    const error = new TimeoutError('x');
    const copy = Object.assign(Object.create({ [Symbol.for('@nameyard/client/error')]: ['NameyardError'] }), {});
    expect(copy).toBeInstanceOf(NameyardError);
    expect(copy).not.toBeInstanceOf(TimeoutError);
    expect(error).not.toBeInstanceOf(Own);
    expect(new Own('x')).toBeInstanceOf(Own);
    expect(new Own('x')).toBeInstanceOf(NameyardError);
    expect(null as unknown).not.toBeInstanceOf(NameyardError);
  });
});

describe('timeouts', () => {
  it('end a call whose fetch ignores the signal', async () => {
    const { client, requests } = fakeService([hanging], { timeout: 20, maxRetries: 0 });
    expect(await errorOf(client.domains.search('x.com'))).toBeInstanceOf(TimeoutError);
    expect(await errorOf(client.domains.search('x.com', { timeout: 5 }))).toMatchObject({
      message: 'No response within 5 ms.',
    });
    expect(requests).toHaveLength(2);
  });

  it('are two minutes for changes of the clock', async () => {
    const { client } = fakeService([hanging], { maxRetries: 0 });
    jest.useFakeTimers();
    try {
      const change = errorOf(client.control.clock.advance({ by: 'P1Y' }));
      await jest.advanceTimersByTimeAsync(120_000);
      expect(await change).toMatchObject({ name: 'TimeoutError', message: 'No response within 120000 ms.' });
    } finally {
      jest.useRealTimers();
    }
  });

  it('are retried', async () => {
    const { client, requests } = fakeService([hanging, success({ query: 'x.com' })], { timeout: 20 });
    expect(await client.domains.search('x.com')).toEqual({ query: 'x.com' });
    expect(requests).toHaveLength(2);
  });
});

describe('a signal', () => {
  it('aborts a request', async () => {
    const { client, requests } = fakeService([hanging]);
    const controller = new AbortController();
    const call = errorOf(client.domains.search('x.com', { signal: controller.signal }));
    controller.abort('closed');
    const error = await call;
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({ name: 'AbortError', cause: 'closed' });
    expect(requests).toHaveLength(1);
  });

  it('aborts a pause, and the error has the idempotency key of the earlier attempts', async () => {
    const { client, requests } = fakeService([failure(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '60' })]);
    const call = client.domains.renew({ domain: 'x.com', years: 1 }, { signal: AbortSignal.timeout(50) });
    const error = await errorOf(call);
    expect(error).toBeInstanceOf(AbortError);
    expect(requests).toHaveLength(1);
    const idempotencyKey = requests[0]!.headers.get('x-idempotency-key');
    expect(error).toMatchObject({ attempts: 1, idempotencyKey });
  });

  it('prevents a call if it is aborted already', async () => {
    const { client, requests } = fakeService([success({})]);
    const call = client.domains.search('x.com', { signal: AbortSignal.abort() });
    expect(await errorOf(call)).toBeInstanceOf(AbortError);
    expect(requests).toEqual([]);
  });
});
