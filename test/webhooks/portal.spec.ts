import { Webhook } from 'standardwebhooks';
import { EVENT_TYPES } from '#webhooks';
import { WebhookSandbox } from '../support/webhook-sandbox.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';

const webhooks = new WebhookSandbox();
let client: Client;
let developer: PortalClient;

beforeAll(() => webhooks.share());
beforeEach(async () => {
  client = await webhooks.sandbox.tenant();
  developer = await webhooks.sandbox.person({ role: 'developer', tenants: [client] });
});
afterEach(() => webhooks.stopReceivers());
afterAll(() => webhooks.sandbox.stop());

const get = async (path: string) => (await developer.get(tenantPath(client, path))).body;
const post = (path: string, body?: unknown) => developer.post(tenantPath(client, path), body);

/** Adds a receiver in the portal. */
async function added() {
  const receiver = await webhooks.receiver();
  const { status, body } = await post('/receivers', { url: receiver.url, description: 'The shop' });
  expect(status).toBe(201);
  return Object.assign(receiver, { id: body.data.receiver.id as string, secret: body.data.secret as string });
}

const settled = (id: string, state: string) =>
  eventually(async () => {
    const { data } = await get(`/deliveries/${id}`);
    expect(data).toMatchObject({ state, sending: false });
    return data;
  });

describe('receivers', () => {
  it('are added with a secret that is shown once, and listed', async () => {
    const { id, url, secret } = await added();
    expect(secret).toMatch(/^whsec_/);
    const { data } = await get('/receivers');
    expect(data.event_types).toEqual(EVENT_TYPES);
    expect(data.event_types).toContain('domain.registered');
    expect(data.private_targets).toBe(true);
    expect(data.receivers).toMatchObject([{ id, url, description: 'The shop', events: [], state: 'on' }]);
    expect(JSON.stringify(data)).not.toContain(secret);
  });

  it('are changed, turned off and on, and removed', async () => {
    const { id } = await added();
    const change = async (body: object) =>
      (await developer.patch(tenantPath(client, `/receivers/${id}`), body)).body.data;
    expect(await change({ description: '', events: ['domain.registered'] })).toMatchObject({
      description: '',
      events: ['domain.registered'],
      state: 'on',
    });
    expect(await change({ state: 'off' })).toMatchObject({ state: 'off', off_reason: 'switched off in the portal' });
    expect((await post(`/receivers/${id}/test`)).body.error.code).toBe('RECEIVER_OFF');
    expect(await change({ state: 'on', url: null, events: null })).toMatchObject({ state: 'on', off_reason: null });
    const removed = await developer.delete(tenantPath(client, `/receivers/${id}`));
    expect(removed.body.data).toEqual({ removed: true });
    expect((await get('/receivers')).data.receivers).toEqual([]);
    expect((await developer.delete(tenantPath(client, `/receivers/${id}`))).body.error.code).toBe('RECEIVER_NOT_FOUND');
  });

  it.each([
    [{ url: 'ftp://shop.example/' }, 'INVALID_URL'],
    [{ url: 'https://shop.example/', events: ['everything'] }, 'UNKNOWN_EVENT'],
    [{ url: 'https://shop.example/', description: 'x'.repeat(201) }, 'INVALID_DESCRIPTION'],
    [{ url: 'https://shop.example/', description: '\0' }, 'VALIDATION_FAILED'],
    [{ url: 'https://shop.example/', description: '\ud800' }, 'VALIDATION_FAILED'],
    [{}, 'VALIDATION_FAILED'],
  ])('reject %j with %s', async (body, code) => {
    expect((await post('/receivers', body)).body.error.code).toBe(code);
  });

  it('keep the old secret for a while after a rotation', async () => {
    const { id, secret } = await added();
    const { data } = (await post(`/receivers/${id}/rotate`, { overlap_hours: 2 })).body;
    expect(data.secret).not.toBe(secret);
    expect(Date.parse(data.old_until) - Date.now()).toBeGreaterThan(7_000_000);
    expect((await get('/receivers')).data.receivers[0].secrets).toHaveLength(2);
    expect((await post(`/receivers/${id}/rotate`)).status).toBe(200);
    expect((await post(`/receivers/${id}/rotate`, { overlap_hours: 400 })).status).toBe(422);
  });
});

describe('deliveries', () => {
  it('are paginated and filtered by receiver and state', async () => {
    const { id } = await added();
    const other = await added();
    await client.register('listed.com');
    await eventually(async () => expect((await get('/deliveries?state=delivered')).data.deliveries).toHaveLength(2));
    const first = (await get('/deliveries?limit=1')).data;
    expect(first.deliveries).toHaveLength(1);
    const second = (await get(`/deliveries?limit=1&before=${first.next}`)).data;
    expect(second.deliveries[0].id).not.toBe(first.deliveries[0].id);
    expect(second.next).toBeNull();
    expect((await get(`/deliveries?receiver=${id}`)).data.deliveries).toMatchObject([{ receiver_id: id }]);
    expect((await get(`/deliveries?receiver=${other.id}&state=failed`)).data.deliveries).toEqual([]);
    expect((await developer.get(tenantPath(client, '/deliveries?state=lost'))).status).toBe(422);
  });

  it('are on the timeline of their order, with each attempt', async () => {
    const { url } = await added();
    const { order_id } = (await client.register('timeline.com')).body.data;
    await eventually(async () => {
      const { steps } = (await get(`/orders/${order_id}/timeline`)).data;
      const attempt = { kind: 'attempt', outcome: 'ok', title: `Attempt 1 to ${url}`, detail: '200' };
      expect(steps.at(-2)).toMatchObject({ ...attempt, delivery_id: expect.stringMatching(/^dlv_/) });
    });
  });

  it('are on the timeline of their order with the time of the next attempt', async () => {
    const receiver = await added();
    receiver.respondWith(500);
    const { order_id } = (await client.register('retried.com')).body.data;
    await eventually(async () => {
      const [{ next_attempt_at }] = (await get('/deliveries?state=pending')).data.deliveries;
      expect(next_attempt_at).not.toBeNull();
      const { steps } = (await get(`/orders/${order_id}/timeline`)).data;
      const next = { outcome: 'waiting', title: `Next attempt to ${receiver.url}`, at: next_attempt_at };
      expect(steps.at(-2)).toMatchObject(next);
      expect(Date.parse(next_attempt_at)).toBeGreaterThan(Date.parse(steps.at(-3).at));
    });
  });

  it('show their order and the headers of each attempt, but no secret', async () => {
    const receiver = await added();
    const { order_id } = (await client.register('signed.com')).body.data;
    const { id } = await eventually(async () => {
      const [delivery] = (await get('/deliveries?state=delivered')).data.deliveries;
      expect(delivery).toBeDefined();
      return delivery;
    });
    const detail = (await get(`/deliveries/${id}`)).data;
    expect(detail).toMatchObject({ order_id, log: [{ number: 1 }] });
    const { headers } = detail.log[0];
    expect(receiver.received[0]!.headers).toMatchObject(headers);
    expect(() => new Webhook(receiver.secret).verify(detail.body, headers)).not.toThrow();
    expect(headers['x-request-id']).toMatch(/^req_/);
    expect(JSON.stringify(detail)).not.toContain(receiver.secret.slice('whsec_'.length));
  });

  it('can be tested: the event has the time of the tenant, and its signature real time', async () => {
    await client.freeze('2030-01-01T00:00:00Z');
    const { id, received } = await added();
    await post(`/receivers/${id}/test`);
    await eventually(() => expect(received).toHaveLength(1));
    const { headers, body } = received[0]!;
    expect(JSON.parse(body)).toMatchObject({ type: 'webhook.test', timestamp: '2030-01-01T00:00:00.000Z' });
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(60);
  });

  it('can be tested, read with all attempts and sent again', async () => {
    const { id } = await added();
    const { delivery_id } = (await post(`/receivers/${id}/test`)).body.data;
    const tested = await settled(delivery_id, 'delivered');
    expect(tested).toMatchObject({ event_type: 'webhook.test', log: [{ number: 1, trigger: 'test', status: 200 }] });
    expect(JSON.parse(tested.body).type).toBe('webhook.test');
    expect((await post(`/deliveries/${delivery_id}/resend`)).status).toBe(200);
    await eventually(async () =>
      expect((await get(`/deliveries/${delivery_id}`)).data.log).toMatchObject([{}, { number: 2, trigger: 'resend' }]),
    );
  });

  it('that failed since a given time can be recovered', async () => {
    const receiver = await added();
    receiver.respondWith(410);
    await client.register('lost.com');
    await eventually(async () => expect((await get('/deliveries?state=failed')).data.deliveries).toHaveLength(1));
    receiver.respondWith(200);
    await developer.patch(tenantPath(client, `/receivers/${receiver.id}`), { state: 'on' });
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const { data } = (await post(`/receivers/${receiver.id}/recover`, { since })).body;
    expect(data).toMatchObject({ receiver_id: receiver.id, since, total: 1 });
    await eventually(async () =>
      expect((await get(`/recoveries/${data.id}`)).data).toMatchObject({ state: 'done', done: 1 }),
    );
    await eventually(async () => expect((await get('/deliveries?state=delivered')).data.deliveries).toHaveLength(1));
    const future = { since: new Date(Date.now() + 3_600_000).toISOString() };
    expect((await post(`/receivers/${receiver.id}/recover`, future)).body.error.code).toBe('INVALID_SINCE');
  });

  it('of another tenant return 404', async () => {
    const { id } = await added();
    const { delivery_id } = (await post(`/receivers/${id}/test`)).body.data;
    const stranger = await webhooks.sandbox.tenant();
    const other = await webhooks.sandbox.person({ role: 'developer', tenants: [stranger] });
    expect((await other.get(tenantPath(stranger, `/deliveries/${delivery_id}`))).body.error.code).toBe(
      'DELIVERY_NOT_FOUND',
    );
    expect((await other.post(tenantPath(stranger, `/deliveries/${delivery_id}/resend`))).status).toBe(404);
    expect((await other.patch(tenantPath(stranger, `/receivers/${id}`), { state: 'off' })).status).toBe(404);
    expect((await other.post(tenantPath(stranger, `/receivers/${id}/rotate`))).status).toBe(404);
    expect((await other.get(tenantPath(stranger, '/deliveries'))).body.data.deliveries).toEqual([]);
  });
});
