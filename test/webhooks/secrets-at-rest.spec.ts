import { AddReceiver, RotateSecret } from '#webhooks';
import { eventually } from '../support/eventually.js';
import { onBothEngines } from '../support/engines.js';
import { TESTER } from '../support/tester.js';

const OTHER_KEY = Buffer.alloc(32, 2);

onBothEngines(senders => {
  it('is neither written in clear nor sealed the same way twice', async () => {
    const client = await senders.sandbox.tenant();
    const { secret } = await senders.receiverOf(client);
    const rows = await senders.sandbox.rows('SELECT * FROM webhooks.secrets');
    const text = JSON.stringify(rows);
    expect(text).not.toContain(secret.slice('whsec_'.length, -5));
    expect(new Set(rows.map(({ sealed }) => sealed)).size).toBe(rows.length);
  });

  it('keeps a process with another key from sealing, and later from starting', async () => {
    await senders.sandbox.rows('TRUNCATE webhooks.receivers CASCADE');
    const stranger = await senders.startBeside(OTHER_KEY);
    const client = await senders.sandbox.tenant();
    const receiver = await senders.receiverOf(client);
    const add = stranger.app.get(AddReceiver).execute(client.tenant.id, { url: receiver.url }, TESTER);
    await expect(add).rejects.toMatchObject({ code: 'OTHER_ENCRYPTION_KEY' });
    const rotate = stranger.app.get(RotateSecret).execute(client.tenant.id, receiver.id, undefined, TESTER);
    await expect(rotate).rejects.toMatchObject({ code: 'OTHER_ENCRYPTION_KEY' });
    await expect(senders.startBeside(OTHER_KEY)).rejects.toThrow(
      new RegExp(`receiver ${receiver.id} were sealed with the encryption key [0-9a-f]{16}, and this is [0-9a-f]{16}`),
    );
  });

  it('that cannot be opened sends nothing unsigned, and the log says why', async () => {
    const client = await senders.sandbox.tenant();
    const receiver = await senders.receiverOf(client);
    await senders.sandbox.rows(`UPDATE webhooks.secrets SET sealed = 'AAAA' WHERE receiver_id = $1`, [receiver.id]);
    await client.register('unsigned.com');
    await eventually(async () => {
      const [delivery] = await senders.deliveriesOf(client);
      expect(delivery).toMatchObject({ state: 'pending', last_reason: 'no_secret' });
    });
    expect(receiver.received).toEqual([]);
  });
});
