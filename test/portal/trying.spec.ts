import { ChangeKey, RevokeKey } from '#api-keys';
import { TurnSwitch } from '#registrar';
import { RecordUsage } from '#usage';
import { Tickets } from '../../libs/api-keys/try/tickets.js';
import { ADA, type Client, SEARCH } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let sandbox: Sandbox;
let client: Client;
let developer: PortalClient;

beforeAll(async () => void (sandbox = await startSandbox()));
beforeEach(async () => {
  client = await sandbox.tenant({ limit: 20 });
  developer = await sandbox.person({ role: 'developer', tenants: [client] });
});

const post = (call: string, body: unknown, more: object = {}) =>
  developer.post(tenantPath(client, '/try'), { key_id: client.key.id, call, body, ...more });

const tried = async (call: string, body: unknown, more: object = {}) => {
  const { status, body: answer } = await post(call, body, more);
  expect(status).toBe(200);
  return answer.data;
};

const outcome = ({ response }: { response: { status: number; body: { error: { code: string } | null } } }) =>
  `${response.status} ${response.body.error?.code ?? ''}`.trim();

describe('trying a call', () => {
  it('gives what the API answers, and what was asked, without the key', async () => {
    const { request, response } = await tried('search', { domain: 'try.com' });
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

  it('buys in the world of the tenant', async () => {
    const { response } = await tried('order', { domain: 'bought.com', years: 1, owner: ADA });
    const payment = { method: 'test', reference: 'tried' };
    expect(outcome(await tried('checkout', { order_id: response.body.data.order_id, payment }))).toBe('200');
    expect(await client.statusOf('bought.com')).toBe('taken');
  });

  it('says what is wrong with a body as the API says it', async () => {
    expect(outcome(await tried('search', {}))).toBe('422 VALIDATION_FAILED');
    expect(outcome(await tried('order', { domain: 'google.com', years: 1, owner: ADA }))).toBe('409 DOMAIN_TAKEN');
    expect(outcome(await tried('search', { domain: 'x'.repeat(2_000), ['__proto__']: 1 }))).toBe('422 INVALID_DOMAIN');
  });

  it('takes effect once with an idempotency key', async () => {
    const more = { idempotency_key: 'tried-once' };
    const first = await tried('order', { domain: 'once.com', years: 1, owner: ADA }, more);
    const second = await tried('order', { domain: 'once.com', years: 1, owner: ADA }, more);
    expect(second.response.body.data.order_id).toBe(first.response.body.data.order_id);
    expect(second.response.headers['idempotency-replayed']).toBe('true');
  });

  it('is logged like any other', async () => {
    const { response } = await tried('search', { domain: 'logged.com' });
    await sandbox.app.get(RecordUsage).flush();
    const { body } = await developer.get(
      tenantPath(client, `/requests?request_id=${response.headers['x-request-id']}`),
    );
    expect(body.data.requests).toMatchObject([{ key: { id: client.key.id }, domain: 'logged.com', status: 200 }]);
  });
});

describe('what holds for a key holds for trying it', () => {
  it('its limit', async () => {
    for (let n = 0; n < 20; n++) await client.search({ domain: 'limit.com' });
    expect(outcome(await tried('search', { domain: 'limit.com' }))).toBe('429 RATE_LIMITED');
  });

  it('its permissions, within a second', async () => {
    await tried('search', { domain: 'permitted.com' });
    const which = { id: client.key.id, tenantId: client.tenant.id };
    await sandbox.app.get(ChangeKey).execute(which, { permissions: ['sandbox.order'] }, TESTER);
    await eventually(
      async () => expect(outcome(await tried('search', { domain: 'permitted.com' }))).toBe('403 PERMISSION_DENIED'),
      1_000,
    );
  });

  it('its revocation, within a second', async () => {
    await tried('search', { domain: 'revoked.com' });
    await sandbox.app.get(RevokeKey).execute({ id: client.key.id, tenantId: client.tenant.id }, TESTER);
    await eventually(
      async () => expect(outcome(await tried('search', { domain: 'revoked.com' }))).toBe('401 API_KEY_INVALID'),
      1_000,
    );
  });

  it('its scope, and the kill switch before everything else', async () => {
    expect(outcome(await tried('registrar.search', { domain: 'live.com' }))).toBe('503 REGISTRAR_DISABLED');
    await sandbox.app.get(TurnSwitch).execute({ on: true, reason: 'trying it out' }, TESTER);
    await eventually(async () =>
      expect(outcome(await tried('registrar.search', { domain: 'live.com' }))).toBe('403 SCOPE_DENIED'),
    );
  });
});

describe('nobody tries', () => {
  it('a key of another tenant', async () => {
    const stranger = await sandbox.tenant();
    const { status, body } = await post('search', {}, { key_id: stranger.key.id });
    expect(`${status} ${body.error.code}`).toBe('404 KEY_NOT_FOUND');
  });

  it('in the name of a tenant that they may not see', async () => {
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

describe('a ticket', () => {
  const injected = (ticket: string) =>
    sandbox.app.inject({
      method: 'POST',
      url: SEARCH,
      headers: { ...client.headers, authorization: `Bearer ${ticket}` },
      payload: { domain: 'ticket.com' },
    });

  it('is of no use to whoever calls from outside, even if they know it', async () => {
    const ticket = await sandbox.app.get(Tickets).issue(client.tenant.id, client.key.id);
    const outside = await client.search({ domain: 'ticket.com' }, { Authorization: `Bearer ${ticket}` });
    expect(outside.status).toBe(401);
    expect((await injected(ticket)).statusCode).toBe(200);
  });

  it('serves once', async () => {
    const ticket = await sandbox.app.get(Tickets).issue(client.tenant.id, client.key.id);
    expect((await injected(ticket)).statusCode).toBe(200);
    expect((await injected(ticket)).statusCode).toBe(401);
    expect((await injected('ticket_made-up')).statusCode).toBe(401);
  });

  it('opens the tenant of its key alone', async () => {
    const stranger = await sandbox.tenant();
    const ticket = await sandbox.app.get(Tickets).issue(stranger.tenant.id, stranger.key.id);
    expect((await injected(ticket)).statusCode).toBe(401);
  });
});
