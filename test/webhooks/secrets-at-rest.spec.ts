import { Receivers } from '#webhooks';
import { eventually } from '../support/eventually.js';
import { describeDeliveries } from '../support/webhook-sandbox.js';
import { TESTER } from '../support/tester.js';

const OTHER_KEY = Buffer.alloc(32, 2);

describeDeliveries(webhooks => {
  it('is encrypted, with a different result each time', async () => {
    const client = await webhooks.sandbox.tenant();
    const { secret } = await webhooks.receiverOf(client);
    const rows = await webhooks.sandbox.rows('SELECT * FROM webhooks.secrets');
    const text = JSON.stringify(rows);
    expect(text).not.toContain(secret.slice('whsec_'.length, -5));
    expect(new Set(rows.map(({ sealed }) => sealed)).size).toBe(rows.length);
  });

  it('prevents a process with another key from encrypting and from starting later', async () => {
    await webhooks.sandbox.rows('TRUNCATE webhooks.receivers CASCADE');
    const stranger = await webhooks.startPeer(OTHER_KEY);
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    const add = stranger.app.get(Receivers).add(client.tenant.id, { url: receiver.url }, TESTER);
    await expect(add).rejects.toMatchObject({ code: 'OTHER_ENCRYPTION_KEY' });
    const rotate = stranger.app.get(Receivers).rotateSecret(client.tenant.id, receiver.id, undefined, TESTER);
    await expect(rotate).rejects.toMatchObject({ code: 'OTHER_ENCRYPTION_KEY' });
    await expect(webhooks.startPeer(OTHER_KEY)).rejects.toThrow(
      new RegExp(
        `receiver ${receiver.id} were encrypted with the key [0-9a-f]{16}, but this process has the key [0-9a-f]{16}`,
      ),
    );
  });

  it('that cannot be decrypted prevents deliveries, and the log says why', async () => {
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    await webhooks.sandbox.rows(`UPDATE webhooks.secrets SET sealed = 'AAAA' WHERE receiver_id = $1`, [receiver.id]);
    await client.register('unsigned.com');
    await eventually(async () => {
      const [delivery] = await webhooks.deliveriesOf(client);
      expect(delivery).toMatchObject({ state: 'pending', last_reason: 'no_secret' });
    });
    expect(receiver.received).toEqual([]);
  });
});
