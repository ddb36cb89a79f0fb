import { Keys } from '#api-keys';
import { KillSwitch } from '#registrar';
import { RecordUsage } from '#usage';
import { Tickets } from '../../libs/api-keys/try/tickets.js';
import { ADA, type Client, SEARCH } from '../support/client.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let sandbox: Sandbox;
let client: Client;
let developer: PortalClient;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => {
  client = await sandbox.tenant({ limit: 20 });
  developer = await sandbox.person({ role: 'developer', tenants: [client] });
});

const post = (call: string, body: unknown, more: object = {}) =>
  developer.post(tenantPath(client, '/try'), { key_id: client.key.id, call, body, ...more });

const tryCall = async (call: string, body: unknown, more: object = {}) => {
  const { status, body: answer } = await post(call, body, more);
  expect(status).toBe(200);
  return answer.data;
};

const outcome = ({ response }: { response: { status: number; body: { error: { code: string } | null } } }) =>
  `${response.status} ${response.body.error?.code ?? ''}`.trim();

describe('POST /try', () => {
  it('returns the response of the API and the request without the key', async () => {
    const { request, response } = await tryCall('search', { domain: 'try.com' });
    const checked = await tryCall('check', { domains: ['try.com'] });
    expect(checked.response.body).toMatchObject({ data: { results: [{ domain: 'try.com', status: 'available' }] } });
    expect(request).toEqual({
      method: 'POST',
      path: SEARCH,
      headers: {
        Authorization: 'Bearer $NAMEYARD_KEY',
        'X-Tenant': client.tenant.slug,
        Accept: 'application/json',
        'Content-Type': 'application/json',
      },
      body: { domain: 'try.com' },
    });
    expect(response).toMatchObject({
      status: 200,
      body: { success: true, data: { query: 'try.com', status: 'available' } },
      duration_ms: expect.any(Number),
    });
    expect(response.headers).toMatchObject({ 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '19' });
    expect(JSON.stringify({ request, response })).not.toMatch(/ticket_|ny_sandbox_/);
  });

  it('registers domains for the tenant', async () => {
    const { response } = await tryCall('order', { domain: 'bought.com', years: 1, owner: ADA });
    const payment = { method: 'test', reference: 'tried' };
    expect(outcome(await tryCall('checkout', { order_id: response.body.data.order_id, payment }))).toBe('200');
    expect(await client.statusOf('bought.com')).toBe('taken');
    const renewal = (await tryCall('renew', { domain: 'bought.com', years: 1 })).response;
    expect(renewal.body.data).toMatchObject({ domain: 'bought.com', kind: 'renewal' });
  });

  it('returns validation errors of the API', async () => {
    expect(outcome(await tryCall('search', {}))).toBe('422 VALIDATION_FAILED');
    expect(outcome(await tryCall('order', { domain: 'google.com', years: 1, owner: ADA }))).toBe('409 DOMAIN_TAKEN');
    expect(outcome(await tryCall('search', { domain: 'x'.repeat(2_000), ['__proto__']: 1 }))).toBe(
      '422 INVALID_DOMAIN',
    );
  });

  it('supports idempotency keys', async () => {
    const more = { idempotency_key: 'tried-once' };
    const first = await tryCall('order', { domain: 'once.com', years: 1, owner: ADA }, more);
    const second = await tryCall('order', { domain: 'once.com', years: 1, owner: ADA }, more);
    expect(second.response.body.data.order_id).toBe(first.response.body.data.order_id);
    expect(second.response.headers['idempotency-replayed']).toBe('true');
  });

  it('is logged like other requests', async () => {
    const { response } = await tryCall('search', { domain: 'logged.com' });
    await sandbox.app.get(RecordUsage).flush();
    const { body } = await developer.get(
      tenantPath(client, `/requests?request_id=${response.headers['x-request-id']}`),
    );
    expect(body.data.requests).toMatchObject([{ key: { id: client.key.id }, domain: 'logged.com', status: 200 }]);
  });
});

describe('POST /try respects', () => {
  it('the rate limit of the key', async () => {
    for (let n = 0; n < 20; n++) await client.search({ domain: 'limit.com' });
    expect(outcome(await tryCall('search', { domain: 'limit.com' }))).toBe('429 RATE_LIMITED');
  });

  it('the permissions of the key immediately', async () => {
    await tryCall('search', { domain: 'permitted.com' });
    const which = { id: client.key.id, tenantId: client.tenant.id };
    await sandbox.app.get(Keys).change(which, { permissions: ['sandbox.order'] }, TESTER);
    expect(outcome(await tryCall('search', { domain: 'permitted.com' }))).toBe('403 PERMISSION_DENIED');
  });

  it('the revocation of the key immediately', async () => {
    await tryCall('search', { domain: 'revoked.com' });
    await sandbox.app.get(Keys).revoke({ id: client.key.id, tenantId: client.tenant.id }, TESTER);
    expect(outcome(await tryCall('search', { domain: 'revoked.com' }))).toBe('401 API_KEY_INVALID');
  });

  it('the scope of the key, after the kill switch', async () => {
    expect(outcome(await tryCall('registrar.search', { domain: 'live.com' }))).toBe('503 REGISTRAR_DISABLED');
    const turn = (on: boolean) => sandbox.app.get(KillSwitch).set({ on, reason: 'trying it out' }, TESTER);
    await turn(true);
    // Other test files share the service with its switch.
    const answer = await tryCall('registrar.search', { domain: 'live.com' }).finally(() => turn(false));
    expect(outcome(answer)).toBe('403 SCOPE_DENIED');
  });
});

describe('POST /try rejects', () => {
  it('a key of another tenant', async () => {
    const stranger = await sandbox.tenant();
    const { status, body } = await post('search', {}, { key_id: stranger.key.id });
    expect(`${status} ${body.error.code}`).toBe('404 KEY_NOT_FOUND');
  });

  it('a tenant that the caller may not see', async () => {
    const stranger = await sandbox.tenant();
    const answer = await developer.post(tenantPath(stranger, '/try'), {
      key_id: stranger.key.id,
      call: 'search',
      body: {},
    });
    expect(answer.body.error.code).toBe('TENANT_NOT_FOUND');
  });

  it.each([
    [{ call: 'everything' }, 'call'],
    [{ body: 'text' }, 'body'],
    [{ body: null }, 'body'],
    [{ body: [] }, 'body'],
    [{ key_id: 7 }, 'key_id'],
  ])('%j', async (more, field) => {
    const { status, body } = await post('search', {}, more);
    expect(status).toBe(422);
    expect(body.error.details).toMatchObject([{ field }]);
  });
});

describe('ticket', () => {
  const injected = (ticket: string) =>
    sandbox.app.inject({
      method: 'POST',
      url: SEARCH,
      headers: { ...client.headers, authorization: `Bearer ${ticket}` },
      payload: { domain: 'ticket.com' },
    });

  it('is rejected from outside', async () => {
    const ticket = await sandbox.app.get(Tickets).issue(client.tenant.id, client.key.id);
    const outside = await client.search({ domain: 'ticket.com' }, { Authorization: `Bearer ${ticket}` });
    expect(outside.status).toBe(401);
    expect((await injected(ticket)).statusCode).toBe(200);
  });

  it('works once', async () => {
    const ticket = await sandbox.app.get(Tickets).issue(client.tenant.id, client.key.id);
    expect((await injected(ticket)).statusCode).toBe(200);
    expect((await injected(ticket)).statusCode).toBe(401);
    expect((await injected('ticket_made-up')).statusCode).toBe(401);
  });

  it('only works for the tenant of its key', async () => {
    const stranger = await sandbox.tenant();
    const ticket = await sandbox.app.get(Tickets).issue(stranger.tenant.id, stranger.key.id);
    expect((await injected(ticket)).statusCode).toBe(401);
  });
});
