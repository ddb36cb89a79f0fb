import { ChangeReceiver, FindReceivers, Recover } from '#webhooks';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { onBothEngines } from '../support/engines.js';
import { TESTER } from '../support/tester.js';

onBothEngines(senders => {
  afterEach(() => senders.sandbox.clock.reset());

  const find = ({ tenant }: Client, id: string) => senders.sandbox.app.get(FindReceivers).one(tenant.id, id);
  const change = () => senders.sandbox.app.get(ChangeReceiver);

  /** Sends again what failed or was skipped, and waits until all of it is on its way. */
  const recover = async ({ tenant }: Client, id: string) => {
    const since = new Date(Date.now() - 3_600_000);
    const { id: recovery } = await senders.sandbox.app.get(Recover).execute(tenant.id, id, since, TESTER);
    return eventually(async () => {
      const progress = await senders.sandbox.app.get(Recover).progress(tenant.id, recovery);
      expect(progress.state).toBe('done');
      return progress;
    });
  };

  it('happens at once when the receiver says it is gone; what comes then is kept and can be sent later', async () => {
    const client = await senders.sandbox.tenant();
    const receiver = await senders.receiverOf(client);
    receiver.answers(410);
    await client.register('gone.com');
    await senders.delivery(client, 'failed', 1);
    await eventually(async () =>
      expect(await find(client, receiver.id)).toMatchObject({ state: 'off', off_reason: 'it answered 410 Gone' }),
    );
    await client.register('skipped.com');
    await eventually(async () =>
      expect((await senders.deliveriesOf(client)).map(({ state }) => state)).toEqual(['skipped', 'failed']),
    );
    receiver.answers(200);
    await change().switchOn(client.tenant.id, receiver.id, TESTER);
    expect(await recover(client, receiver.id)).toMatchObject({ done: 2, total: 2 });
    await eventually(async () =>
      expect((await senders.deliveriesOf(client)).map(({ state }) => state)).toEqual(['delivered', 'delivered']),
    );
    expect(receiver.received).toHaveLength(3);
  });

  it('happens after five days without a success', async () => {
    const client = await senders.sandbox.tenant();
    const receiver = await senders.receiverOf(client);
    receiver.answers(500);
    await client.register('first.com');
    await senders.delivery(client, 'pending', 1);
    senders.sandbox.clock.advance({ days: 4 });
    await senders.delivery(client, 'pending', 2);
    expect(await find(client, receiver.id)).toMatchObject({ state: 'on', failing_since: expect.any(String) });
    senders.sandbox.clock.advance({ days: 1 });
    await eventually(async () => expect((await find(client, receiver.id)).state).toBe('off'));
    senders.sandbox.clock.advance({ minutes: 10 });
    await senders.delivery(client, 'skipped', 3);
    expect(receiver.received).toHaveLength(3);
  });

  it('does not happen when there was a success in between', async () => {
    const client = await senders.sandbox.tenant();
    const receiver = await senders.receiverOf(client);
    receiver.answers(500);
    await client.register('first.com');
    await senders.delivery(client, 'pending', 1);
    receiver.answers(200);
    senders.sandbox.clock.advance({ days: 4 });
    await senders.delivery(client, 'delivered', 2);
    expect(await find(client, receiver.id)).toMatchObject({ failing_since: null, last_success_at: expect.any(String) });
    receiver.answers(500);
    senders.sandbox.clock.advance({ days: 2 });
    await client.register('second.com');
    await senders.delivery(client, 'pending', 1);
    expect((await find(client, receiver.id)).state).toBe('on');
  });

  it('by its owner holds back what is due, until it is asked for', async () => {
    const client = await senders.sandbox.tenant();
    const receiver = await senders.receiverOf(client);
    receiver.answers(500);
    await client.register('due.com');
    await senders.delivery(client, 'pending', 1);
    await change().switchOff(client.tenant.id, receiver.id, 'maintenance', TESTER);
    await senders.delivery(client, 'skipped', 1);
    senders.sandbox.clock.advance({ hours: 1 });
    receiver.answers(200);
    await change().switchOn(client.tenant.id, receiver.id, TESTER);
    await recover(client, receiver.id);
    await senders.delivery(client, 'delivered', 2);
  });

  it('and removing ends everything for it', async () => {
    const client = await senders.sandbox.tenant();
    const receiver = await senders.receiverOf(client);
    await change().remove(client.tenant.id, receiver.id, TESTER);
    await client.register('unheard.com');
    await eventually(async () =>
      expect(
        await senders.sandbox.rows('SELECT FROM webhooks.events WHERE tenant_id = $1', [client.tenant.id]),
      ).toHaveLength(1),
    );
    await expect(find(client, receiver.id)).rejects.toThrow(`There is no receiver "${receiver.id}"`);
    const witness = await senders.receiverOf(client);
    await client.register('heard.com');
    await eventually(() => expect(witness.received).toHaveLength(1));
    expect(receiver.received).toEqual([]);
    expect(await senders.deliveriesOf(client)).toHaveLength(1);
  });
});
