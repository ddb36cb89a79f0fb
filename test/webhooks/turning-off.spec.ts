import { Receivers, Deliveries } from '#webhooks';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { describeDeliveries } from '../support/webhook-sandbox.js';
import { TESTER } from '../support/tester.js';

describeDeliveries(webhooks => {
  afterEach(() => webhooks.sandbox.clock.reset());

  const find = ({ tenant }: Client, id: string) => webhooks.sandbox.app.get(Receivers).get(tenant.id, id);
  const change = () => webhooks.sandbox.app.get(Receivers);

  /** Recovers failed and skipped deliveries and waits until they are queued. */
  const recover = async ({ tenant }: Client, id: string) => {
    const since = new Date(Date.now() - 3_600_000);
    const { id: recovery } = await webhooks.sandbox.app.get(Deliveries).recover(tenant.id, id, since, TESTER);
    return eventually(async () => {
      const progress = await webhooks.sandbox.app.get(Deliveries).recovery(tenant.id, recovery);
      expect(progress.state).toBe('done');
      return progress;
    });
  };

  it('turns off immediately after 410; later events are kept and can be recovered', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    receiver.respondWith(410);
    await client.register('gone.com');
    await webhooks.delivery(client, 'failed', 1);
    await eventually(async () =>
      expect(await find(client, receiver.id)).toMatchObject({ state: 'off', off_reason: 'responded with 410 Gone' }),
    );
    await client.register('skipped.com');
    await eventually(async () =>
      expect((await webhooks.deliveriesOf(client)).map(({ state }) => state)).toEqual(['skipped', 'failed']),
    );
    receiver.respondWith(200);
    await change().switchOn(client.tenant.id, receiver.id, TESTER);
    expect(await recover(client, receiver.id)).toMatchObject({ done: 2, total: 2 });
    await eventually(async () =>
      expect((await webhooks.deliveriesOf(client)).map(({ state }) => state)).toEqual(['delivered', 'delivered']),
    );
    expect(receiver.received).toHaveLength(3);
  });

  it('turns off after five days without a success', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    receiver.respondWith(500);
    await client.register('first.com');
    await webhooks.delivery(client, 'pending', 1);
    webhooks.sandbox.clock.advance({ days: 4 });
    await webhooks.delivery(client, 'pending', 2);
    expect(await find(client, receiver.id)).toMatchObject({ state: 'on', failing_since: expect.any(String) });
    webhooks.sandbox.clock.advance({ days: 1 });
    await eventually(async () => expect((await find(client, receiver.id)).state).toBe('off'));
    webhooks.sandbox.clock.advance({ minutes: 10 });
    await webhooks.delivery(client, 'skipped', 3);
    expect(receiver.received).toHaveLength(3);
  });

  it('stays on if there was a success in between', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    receiver.respondWith(500);
    await client.register('first.com');
    await webhooks.delivery(client, 'pending', 1);
    receiver.respondWith(200);
    webhooks.sandbox.clock.advance({ days: 4 });
    await webhooks.delivery(client, 'delivered', 2);
    expect(await find(client, receiver.id)).toMatchObject({ failing_since: null, last_success_at: expect.any(String) });
    receiver.respondWith(500);
    webhooks.sandbox.clock.advance({ days: 2 });
    await client.register('second.com');
    await webhooks.delivery(client, 'pending', 1);
    expect((await find(client, receiver.id)).state).toBe('on');
  });

  it('holds back due deliveries when turned off by its owner, until they are recovered', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    receiver.respondWith(500);
    await client.register('due.com');
    await webhooks.delivery(client, 'pending', 1);
    await change().switchOff(client.tenant.id, receiver.id, 'maintenance', TESTER);
    await webhooks.delivery(client, 'skipped', 1);
    webhooks.sandbox.clock.advance({ hours: 1 });
    receiver.respondWith(200);
    await change().switchOn(client.tenant.id, receiver.id, TESTER);
    await recover(client, receiver.id);
    await webhooks.delivery(client, 'delivered', 2);
  });

  it('ends all deliveries when removed', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    await change().remove(client.tenant.id, receiver.id, TESTER);
    await client.register('unheard.com');
    await eventually(async () =>
      expect(
        await webhooks.sandbox.rows(
          `SELECT FROM platform.events e JOIN platform.consumers c ON c.name = 'webhooks.wake'
             AND (e.epoch, e.transaction_id, e.position) <= (c.epoch, c.transaction_id, c.position)
           WHERE e.tenant_id = $1`,
          [client.tenant.id],
        ),
      ).toHaveLength(1),
    );
    await expect(find(client, receiver.id)).rejects.toThrow(`There is no receiver "${receiver.id}"`);
    const witness = await webhooks.receiverOf(client);
    await client.register('heard.com');
    await eventually(() => expect(witness.received).toHaveLength(1));
    await webhooks.delivery(client, 'delivered', 1);
    expect(receiver.received).toEqual([]);
    expect(await webhooks.deliveriesOf(client)).toHaveLength(1);
  });
});
