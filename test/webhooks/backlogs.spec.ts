import { Webhook } from 'standardwebhooks';
import type { DeliveriesPage } from '#webhooks/contract';
import { copyRegistrations } from '../support/copy-registrations.js';
import type { Client } from '../support/client.js';
import { eventually, waitFor } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import { type PortalClient, tenantPath } from '../support/portal-client.js';
import type { TestReceiver } from '../support/receiver.js';
import { WebhookSandbox } from '../support/webhook-sandbox.js';

/** The most events that are sent before a change of their receiver takes effect: two batches. */
const BATCHES = 200;

/** Attempts at a time to a receiver without a success. */
const UNTRIED = 10;

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

const post = async (path: string, body?: object) => (await developer.post(tenantPath(client, path), body)).body.data;
const patch = async (id: string, body: object) =>
  expect((await developer.patch(tenantPath(client, `/receivers/${id}`), body)).status).toBe(200);

const respondAfter = (receiver: TestReceiver, ms: number) =>
  receiver.respondWith((_request, response) => void setTimeout(() => response.end(), ms));

/** A receiver that works, in the middle of a backlog of 1,000 events. */
async function receiverWithBacklog() {
  const receiver = await webhooks.receiverOf(client);
  await client.register('first.com');
  await webhooks.delivery(client, 'delivered', 1);
  respondAfter(receiver, 100);
  await copyRegistrations(webhooks.sandbox, client.tenant.id, 999);
  await waitFor('a part of the backlog to arrive', () => receiver.received.length > 100);
  return receiver;
}

const hasDelivered = (count: number) =>
  eventually(async () => expect(await webhooks.statesOf(client)).toEqual({ delivered: count }), 60_000);

describe('queued events of a receiver', () => {
  it('are counted until their first attempt begins', async () => {
    const receiver = await webhooks.receiverOf(client);
    receiver.hold();
    await client.register('first.com');
    await copyRegistrations(webhooks.sandbox, client.tenant.id, 29);
    await eventually(() => expect(receiver.received).toHaveLength(UNTRIED), 12_000);
    await eventually(async () => {
      const { data } = (await developer.get(tenantPath(client, '/receivers'))).body;
      expect(data.receivers).toMatchObject([{ id: receiver.id, queued: 30 - UNTRIED }]);
      expect(await webhooks.statesOf(client)).toEqual({ pending: UNTRIED });
    });
    receiver.release();
    await hasDelivered(30);
    expect(await webhooks.viewOf(client, receiver.id)).toMatchObject({ queued: 0 });
  });

  it('are listed before all deliveries, newest first, in pages and with the reason why they wait', async () => {
    const receiver = await webhooks.receiverOf(client);
    receiver.hold();
    await client.register('first.com');
    await copyRegistrations(webhooks.sandbox, client.tenant.id, 29);
    const list = async (query: string) =>
      (await developer.get(tenantPath(client, `/deliveries?${query}`))).body.data as DeliveriesPage;
    await eventually(async () => {
      const { deliveries } = await list('state=queued');
      expect(deliveries).toHaveLength(30 - UNTRIED);
      const waiting = { id: null, receiver_id: receiver.id, attempts: 0, waits_for: 'limit', sending: false };
      for (const delivery of deliveries) expect(delivery).toMatchObject(waiting);
    });
    const first = await list('limit=15');
    const second = await list(`limit=15&before=${first.next}`);
    const all = [...first.deliveries, ...second.deliveries];
    expect(all.map(({ state }) => state)).toEqual([
      ...Array.from({ length: 30 - UNTRIED }, () => 'queued'),
      ...Array.from({ length: UNTRIED }, () => 'pending'),
    ]);
    expect(all.slice(0, 3).map(({ domain }) => domain)).toEqual(['copy-29.com', 'copy-28.com', 'copy-27.com']);
    expect(new Set(all.map(({ event_id }) => event_id)).size).toBe(30);
    expect(second.next).toBeNull();
    expect(outcomeOf(await developer.get(tenantPath(client, '/deliveries?before=x')))).toBe('422 VALIDATION_FAILED');
    const event = first.deliveries[4]!.event_id;
    expect((await list(`event=${event}`)).deliveries).toMatchObject([{ event_id: event, state: 'queued' }]);
    expect((await list('receiver=rcv_other')).deliveries).toEqual([]);
    receiver.release();
    await hasDelivered(30);
    expect((await list('state=queued')).deliveries).toEqual([]);
  });

  it('wait for a receiver that fails, which counts its waiting deliveries', async () => {
    const receiver = await webhooks.receiverOf(client);
    receiver.respondWith(500);
    await client.register('first.com');
    await webhooks.delivery(client, 'pending', 1);
    receiver.hold();
    await copyRegistrations(webhooks.sandbox, client.tenant.id, 19);
    await eventually(async () => {
      const { deliveries } = (await developer.get(tenantPath(client, '/deliveries'))).body.data;
      expect(deliveries[0]).toMatchObject({ state: 'queued', waits_for: 'failing' });
      const { queued, pending } = await webhooks.viewOf(client, receiver.id);
      expect(queued).toBeGreaterThan(0);
      expect(pending).toBeGreaterThan(0);
      expect(queued + pending).toBeLessThanOrEqual(20);
    });
    receiver.release();
    await hasDelivered(20);
    expect(await webhooks.viewOf(client, receiver.id)).toMatchObject({ queued: 0, pending: 0 });
  });

  it('are not those of other receivers or tenants', async () => {
    const [hanging, healthy] = [await webhooks.receiverOf(client), await webhooks.receiverOf(client)];
    const stranger = await webhooks.sandbox.tenant();
    const other = await webhooks.receiverOf(stranger);
    hanging.hold();
    await client.register('first.com');
    await copyRegistrations(webhooks.sandbox, client.tenant.id, UNTRIED + 4);
    await eventually(async () => expect((await webhooks.viewOf(client, hanging.id)).queued).toBe(5));
    await eventually(async () => expect((await webhooks.viewOf(client, healthy.id)).queued).toBe(0));
    expect((await webhooks.viewOf(stranger, other.id)).queued).toBe(0);
    hanging.release();
  });
});

describe('a receiver that is added later', () => {
  it('gets later events only', async () => {
    const witness = await webhooks.receiverOf(client);
    await client.register('before.com');
    await eventually(() => expect(witness.received).toHaveLength(1));
    const late = await webhooks.receiverOf(client);
    expect((await webhooks.viewOf(client, late.id)).queued).toBe(0);
    await client.register('after.com');
    await eventually(() => expect(witness.received).toHaveLength(2));
    await eventually(() => expect(late.events).toMatchObject([{ data: { domain: 'after.com' } }]));
  });
});

describe('a receiver that is off', () => {
  it('skips the events that are recorded, which can be recovered', async () => {
    const receiver = await webhooks.receiverOf(client);
    await client.register('first.com');
    await webhooks.delivery(client, 'delivered', 1);
    await patch(receiver.id, { state: 'off' });
    await copyRegistrations(webhooks.sandbox, client.tenant.id, BATCHES + 50);
    await eventually(async () =>
      expect(await webhooks.statesOf(client)).toEqual({ delivered: 1, skipped: BATCHES + 50 }),
    );
    expect(await webhooks.viewOf(client, receiver.id)).toMatchObject({ queued: 0 });
    expect(receiver.received).toHaveLength(1);
    await patch(receiver.id, { state: 'on' });
    await client.register('on-again.com');
    await eventually(() => expect(receiver.received).toHaveLength(2));
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect(await post(`/receivers/${receiver.id}/recover`, { since })).toMatchObject({ total: BATCHES + 50 });
    await hasDelivered(BATCHES + 52);
    expect(new Set(receiver.ids).size).toBe(BATCHES + 52);
    expect(receiver.ids).toHaveLength(BATCHES + 52);
  });

  it('skips the rest of a backlog within two batches', async () => {
    const receiver = await receiverWithBacklog();
    await patch(receiver.id, { state: 'off' });
    const arrived = receiver.received.length;
    const states = await eventually(async () => {
      const found = await webhooks.statesOf(client);
      expect((found.delivered ?? 0) + (found.skipped ?? 0)).toBe(1_000);
      return found;
    });
    expect(receiver.received.length - arrived).toBeLessThanOrEqual(BATCHES);
    expect(states.delivered).toBe(receiver.received.length);
  });
});

describe('a change in the middle of a backlog', () => {
  it('of the URL takes effect within two batches, without a loss', async () => {
    const [receiver, moved] = [await receiverWithBacklog(), await webhooks.receiver()];
    await patch(receiver.id, { url: moved.url });
    const arrived = receiver.received.length;
    await hasDelivered(1_000);
    expect(receiver.received.length - arrived).toBeLessThanOrEqual(BATCHES);
    expect(new Set([...receiver.ids, ...moved.ids]).size).toBe(1_000);
    expect(receiver.ids.length + moved.ids.length).toBe(1_000);
  });

  it('of the secret takes effect within two batches', async () => {
    const receiver = await receiverWithBacklog();
    const { secret } = await post(`/receivers/${receiver.id}/rotate`, { overlap_hours: 0 });
    const arrived = receiver.received.length;
    await hasDelivered(1_000);
    for (const { body, headers } of receiver.received.slice(arrived + BATCHES))
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    const [{ body, headers }] = receiver.received.slice(-1) as [(typeof receiver.received)[0]];
    expect(() => new Webhook(receiver.secret).verify(body, headers)).toThrow('No matching signature found');
  });
});
