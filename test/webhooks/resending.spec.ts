import { Webhook } from 'standardwebhooks';
import { Receivers, FindDeliveries, Deliveries } from '#webhooks';
import type { Client } from '../support/client.js';
import { currentCursor } from '../support/events.js';
import { eventually } from '../support/eventually.js';
import { describeOnBothQueues } from '../support/webhook-sandbox.js';
import { TESTER } from '../support/tester.js';

describeOnBothQueues(webhooks => {
  afterEach(() => webhooks.sandbox.clock.reset());

  const resend = ({ tenant }: Client, id: string) => webhooks.sandbox.app.get(Deliveries).resend(tenant.id, id, TESTER);

  describe('resending', () => {
    it('sends a delivered event again with the same id; a failure does not change its state', async () => {
      const client = await webhooks.sandbox.tenant();
      const receiver = await webhooks.receiverOf(client);
      await client.register('twice.com');
      const { id } = await webhooks.delivery(client, 'delivered', 1);
      await resend(client, id);
      await webhooks.delivery(client, 'delivered', 2);
      receiver.respondWith(500);
      await resend(client, id);
      expect(await webhooks.delivery(client, 'delivered', 3)).toMatchObject({ last_status: 500 });
      expect(new Set(receiver.ids).size).toBe(1);
      const { log } = await webhooks.sandbox.app.get(FindDeliveries).get(client.tenant.id, id);
      expect(log.map(({ trigger }) => trigger)).toEqual(['event', 'resend', 'resend']);
    });

    it('sends the event to long-polling clients again, and to no other receiver', async () => {
      const client = await webhooks.sandbox.tenant();
      const [one, other] = [await webhooks.receiverOf(client), await webhooks.receiverOf(client)];
      await client.register('followed.com');
      const { id, event_id } = await eventually(async () => {
        const deliveries = await webhooks.deliveriesOf(client);
        expect(deliveries.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
        return deliveries.find(({ receiver_id }) => receiver_id === one.id)!;
      });
      const waiting = client.follow({ after: await currentCursor(client), wait: 20 });
      await resend(client, id);
      const { events, next } = (await waiting).body.data;
      expect(events).toEqual([{ id: event_id, ...other.events[0] }]);
      expect((await client.follow({ after: next, wait: 0 })).body.data.events).toEqual([]);

      await client.register('later.com');
      await eventually(() =>
        expect(other.events.map(({ data }) => data.domain)).toEqual(['followed.com', 'later.com']),
      );
      await eventually(async () => {
        const receivers = await webhooks.sandbox.app.get(Receivers).list(client.tenant.id);
        expect(receivers.map(({ queued }) => queued)).toEqual([0, 0]);
      });
    });

    it('completes a pending delivery when it succeeds', async () => {
      const client = await webhooks.sandbox.tenant();
      const receiver = await webhooks.receiverOf(client);
      receiver.respondWith(500);
      await client.register('now.com');
      const { id } = await webhooks.delivery(client, 'pending', 1);
      receiver.respondWith(200);
      await resend(client, id);
      await webhooks.delivery(client, 'delivered', 2);
      webhooks.sandbox.clock.advance({ days: 2 });
      await client.register('later.com');
      await eventually(() => expect(receiver.received).toHaveLength(3));
      expect(receiver.ids.filter(other => other === receiver.ids[0])).toHaveLength(2);
    });

    it('is rejected for unknown deliveries, other tenants and receivers that are off', async () => {
      const [client, stranger] = [await webhooks.sandbox.tenant(), await webhooks.sandbox.tenant()];
      const receiver = await webhooks.receiverOf(client);
      await client.register('mine.com');
      const { id } = await webhooks.delivery(client, 'delivered', 1);
      await expect(resend(client, 'dlv_none')).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
      await expect(resend(stranger, id)).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
      await webhooks.sandbox.app.get(Receivers).switchOff(client.tenant.id, receiver.id, 'holiday', TESTER);
      await expect(resend(client, id)).rejects.toMatchObject({ code: 'RECEIVER_OFF' });
    });

    it('is rejected during an attempt', async () => {
      const client = await webhooks.sandbox.tenant();
      const receiver = await webhooks.receiverOf(client);
      let finish = () => {};
      receiver.respondWith((_request, response) => void (finish = () => response.end()));
      await client.register('held.com');
      const { id } = await eventually(async () => {
        const [delivery] = await webhooks.deliveriesOf(client);
        expect(delivery).toMatchObject({ state: 'pending', sending: true, attempts: 0 });
        return delivery!;
      });
      await expect(resend(client, id)).rejects.toMatchObject({ code: 'DELIVERY_UNDER_WAY' });
      finish();
      await webhooks.delivery(client, 'delivered', 1);
    });
  });

  describe('recovering', () => {
    it('resends all deliveries that failed since the given time, and no others', async () => {
      const client = await webhooks.sandbox.tenant();
      const receiver = await webhooks.receiverOf(client);
      const names = Array.from(
        { length: 450 },
        (_, index) => `dlv_${client.tenant.id}_${String(index).padStart(3, '0')}`,
      );
      await webhooks.sandbox.rows(
        `WITH event AS (
           INSERT INTO platform.events (epoch, id, type, tenant_id, key, occurred_at, recorded_at, context, body)
           SELECT 0, 'evt_' || name, 'domain.registered', $1, '', now(), now(), '{}', '{}' FROM unnest($3::text[]) AS name
           RETURNING id
         )
         INSERT INTO webhooks.deliveries
           (id, tenant_id, receiver_id, event_id, event_type, state, step, trigger, sending, attempts, created_at)
         SELECT substr(id, 5), $1, $2, id, 'domain.registered', 'failed', 0, 'event', false, '[]',
           now() - CASE WHEN id LIKE '%_000' THEN interval '3 hours' ELSE interval '1 minute' END FROM event`,
        [client.tenant.id, receiver.id, names],
      );
      const since = new Date(Date.now() - 3_600_000);
      const deliveries = webhooks.sandbox.app.get(Deliveries);
      receiver.hold();
      const recover = () => deliveries.recover(client.tenant.id, receiver.id, since, TESTER);
      // Both start together, because the worker may finish a recovery within a second. The second one may see its progress.
      const recoveries = await Promise.all([recover(), recover()]);
      const [begun, same] = recoveries.toSorted((a, b) => a.done - b.done);
      expect(begun).toMatchObject({ state: 'running', done: 0, total: 449 });
      expect(same!.id).toBe(begun!.id);
      receiver.release();
      await eventually(() => expect(receiver.received).toHaveLength(449), 60_000);
      expect(await deliveries.recovery(client.tenant.id, begun!.id)).toMatchObject({ state: 'done', done: 449 });
      expect(new Set(receiver.ids).size).toBe(449);
    });

    it('includes deliveries that wait for a retry, and sends them once', async () => {
      const client = await webhooks.sandbox.tenant();
      const receiver = await webhooks.receiverOf(client);
      receiver.respondWith(500);
      await client.register('waiting.com');
      const { id } = await webhooks.delivery(client, 'pending', 1);
      receiver.respondWith(200);
      const since = new Date(Date.now() - 3_600_000);
      const begun = await webhooks.sandbox.app.get(Deliveries).recover(client.tenant.id, receiver.id, since, TESTER);
      expect(begun).toMatchObject({ state: 'running', total: 1 });
      await webhooks.delivery(client, 'delivered', 2);
      const { log } = await webhooks.sandbox.app.get(FindDeliveries).get(client.tenant.id, id);
      expect(log.map(({ trigger }) => trigger)).toEqual(['event', 'recover']);
      webhooks.sandbox.clock.advance({ days: 2 });
      await client.register('later.com');
      await eventually(() => expect(receiver.received).toHaveLength(3));
      expect(receiver.ids.filter(other => other === receiver.ids[0])).toHaveLength(2);
    });

    it('is rejected for a time in the future', async () => {
      const client = await webhooks.sandbox.tenant();
      const { id } = await webhooks.receiverOf(client);
      const soon = new Date(Date.now() + 60_000);
      await expect(
        webhooks.sandbox.app.get(Deliveries).recover(client.tenant.id, id, soon, TESTER),
      ).rejects.toMatchObject({
        code: 'INVALID_SINCE',
      });
    });
  });

  describe('test delivery', () => {
    it('is marked as a test, signed, and sent once to one receiver', async () => {
      const client = await webhooks.sandbox.tenant();
      const [receiver, other] = [
        await webhooks.receiverOf(client, ['domain.registered']),
        await webhooks.receiverOf(client),
      ];
      const id = await webhooks.sandbox.app.get(Deliveries).sendTest(client.tenant, receiver.id, TESTER);
      expect((await webhooks.delivery(client, 'delivered', 1)).id).toBe(id);
      const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
      expect(new Webhook(receiver.secret).verify(body, headers)).toMatchObject({
        type: 'webhook.test',
        data: { receiver_id: receiver.id, tenant: client.tenant.slug },
      });
      receiver.respondWith(500);
      await webhooks.sandbox.app.get(Deliveries).sendTest(client.tenant, receiver.id, TESTER);
      await eventually(async () =>
        expect((await webhooks.deliveriesOf(client))[0]).toMatchObject({ state: 'failed', attempts: 1 }),
      );
      expect(other.received).toEqual([]);
    });
  });

  describe('rotated secret', () => {
    it('signs together with the old one for a while, then alone', async () => {
      const client = await webhooks.sandbox.tenant();
      const receiver = await webhooks.receiverOf(client);
      const { secret, old_until } = await webhooks.sandbox.app
        .get(Receivers)
        .rotateSecret(client.tenant.id, receiver.id, 1, TESTER);
      expect(Math.abs(Date.parse(old_until) - Date.now() - 3_600_000)).toBeLessThan(60_000);
      await client.register('overlap.com');
      await eventually(() => expect(receiver.received).toHaveLength(1));
      const [first] = receiver.received;
      for (const valid of [secret, receiver.secret])
        expect(() => new Webhook(valid).verify(first!.body, first!.headers)).not.toThrow();
      webhooks.sandbox.clock.advance({ minutes: 61 });
      await client.register('afterwards.com');
      await eventually(() => expect(receiver.received).toHaveLength(2));
      const signatures = receiver.received.map(({ headers }) => headers['webhook-signature']?.split(' ').length);
      expect(signatures).toEqual([2, 1]);
    });
  });
});
