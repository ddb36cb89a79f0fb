import { randomUUID } from 'node:crypto';
import { ADA, type Client, ORDER, SEARCH } from '../support/client.js';
import type { HttpResponse } from '../support/openapi-check.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';
import { sendRaw } from '../support/socket.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  client = await sandbox.tenant();
});

const order = (domain: string, years = 1, headers = {}) => client.order({ domain, years, owner: ADA }, headers);

const checkout = async (method: string, orderId?: string) =>
  client.checkout({ order_id: orderId ?? (await client.orderOf('open.com')), payment: { method, reference: 'r' } });

/** What `reproduce` of each error describes, as far as it takes only a few requests. */
const CALLS: [code: string, retryable: boolean, send: () => Promise<HttpResponse>][] = [
  ['API_KEY_REQUIRED', false, () => client.search({ domain: 'a.com' }, { Authorization: undefined })],
  ['TENANT_REQUIRED', false, () => client.search({ domain: 'a.com' }, { 'X-Tenant': undefined })],
  ['API_KEY_INVALID', false, () => client.search({ domain: 'a.com' }, { Authorization: `${bearer().slice(0, -1)}!` })],
  ['SCOPE_DENIED', false, async () => (await sandbox.tenant({ scope: 'live' })).search({ domain: 'a.com' })],
  [
    'PERMISSION_DENIED',
    false,
    async () => (await sandbox.tenant({ permissions: ['sandbox.search'] })).order({ domain: 'a.com' }),
  ],
  ['RATE_LIMITED', true, () => lastOfTwoRequests()],
  [
    'MISDIRECTED_REQUEST',
    false,
    () => sandbox.call({ path: SEARCH, headers: { Host: `${client.tenant.slug}.localhost` } }),
  ],
  ['REGISTRAR_DISABLED', true, () => client.raw({ path: SEARCH.replace('sandbox', 'registrar') })],
  ['MALFORMED_JSON', false, () => client.search('{')],
  ['NOT_FOUND', false, () => client.raw({ path: '/api/v1/unknown' })],
  ['NOT_ACCEPTABLE', false, () => client.search({ domain: 'a.com' }, { Accept: 'text/html' })],
  ['PAYLOAD_TOO_LARGE', false, () => client.search('x'.repeat(65 * 1_024))],
  ['UNSUPPORTED_MEDIA_TYPE', false, () => client.search('a.com', { 'Content-Type': 'text/plain' })],
  ['VALIDATION_FAILED', false, () => order('a.com', 0)],
  ['INVALID_DOMAIN', false, () => client.search({ domain: '-example.com' })],
  ['unsupported_tld', false, () => client.search({ domain: 'example.invalid' })],
  ['DOMAIN_TAKEN', false, () => order('google.com')],
  ['DOMAIN_TAKEN', false, () => order('already-taken.com')],
  ['REGISTRATION_NOT_FOUND', false, () => client.getRegistration('google.com')],
  [
    'TERM_TOO_LONG',
    false,
    () => client.register('long.com', 10).then(() => client.renew({ domain: 'long.com', years: 1 })),
  ],
  ['ORDER_NOT_FOUND', false, () => checkout('test', `ord_${'0'.repeat(32)}`)],
  ['UNSUPPORTED_PAYMENT_METHOD', false, () => checkout('card')],
  ['PAYMENT_DECLINED', false, () => checkout('test_declined')],
  ['PAYMENT_REFERENCE_USED', false, () => payBoth('first.com', 'second.com')],
  ['ORDER_ALREADY_PAID', false, () => payTwice('twice.com')],
  ['IDEMPOTENCY_KEY_REUSED', false, () => orderBoth('one.com', 'two.com')],
];

const bearer = () => client.headers['Authorization']!;

async function lastOfTwoRequests(): Promise<HttpResponse> {
  const limited = await sandbox.tenant({ limit: 1 });
  for (;;) {
    const response = await limited.search({ domain: 'a.com' });
    // If a minute ends between two requests, the second is within the limit, too.
    if (response.status !== 200) return response;
  }
}

async function payBoth(...domains: string[]): Promise<HttpResponse> {
  const orders = await Promise.all(domains.map(domain => client.orderOf(domain)));
  await client.pay(orders[0]!, 'same');
  return client.pay(orders[1]!, 'same');
}

async function payTwice(domain: string): Promise<HttpResponse> {
  const id = await client.orderOf(domain);
  await client.pay(id);
  return client.pay(id);
}

async function orderBoth(first: string, second: string): Promise<HttpResponse> {
  const key = { 'X-Idempotency-Key': randomUUID() };
  await order(first, 1, key);
  return order(second, 1, key);
}

describe('an error of the API', () => {
  it.each(CALLS)('%s is reproduced as documented, with retryable = %s', async (code, retryable, send) => {
    const { error } = (await send()).body;
    // The host of a storefront has no documentation.
    const origin = code === 'MISDIRECTED_REQUEST' ? '' : sandbox.origin;
    expect(error).toMatchObject({ code, retryable, docs: `${origin}/docs/errors#${code}` });
  });

  it.each([
    ['MALFORMED_REQUEST', 'hello\r\n\r\n'],
    ['EXPECTATION_FAILED', `POST ${ORDER} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 200-ok\r\n\r\n`],
    ['HEADERS_TOO_LARGE', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Big: ${'x'.repeat(17 * 1_024)}\r\n\r\n`],
  ])('%s is reproduced as documented, over a raw connection', async (code, bytes) => {
    const { error } = JSON.parse((await sendRaw(sandbox.origin, bytes)).text);
    const docs = expect.stringMatching(`^(http://localhost)?/docs/errors#${code}$`);
    expect(error).toMatchObject({ code, retryable: false, docs });
  });
});

describe('an error of the portal API', () => {
  it('has the same members', async () => {
    const { error } = (await sandbox.call({ method: 'GET', path: '/portal/api/session' })).body;
    expect(error).toMatchObject({
      code: 'LOGIN_REQUIRED',
      retryable: false,
      docs: `${sandbox.origin}/docs/errors#LOGIN_REQUIRED`,
    });
  });

  it('refuses a login from another origin', async () => {
    const response = await sandbox.call({
      path: '/portal/api/session',
      headers: { 'Content-Type': 'application/json', Origin: 'https://example.com' },
      body: { email: 'ada@example.com', password: 'wrong' },
    });
    expect(response.body.error).toMatchObject({ code: 'FOREIGN_ORIGIN', retryable: false });
  });
});
