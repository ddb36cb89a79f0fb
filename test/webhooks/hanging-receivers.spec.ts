import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { describeOnBothQueues } from '../support/webhook-sandbox.js';
import type { TestReceiver } from '../support/receiver.js';

describeOnBothQueues(webhooks => {
  it('delivers in time to other receivers, also of the same tenant, while 60 receivers hang', async () => {
    const hanging: TestReceiver[] = [];
    const clients: Client[] = [];
    for (let count = 0; count < 60; count++) {
      const client = await webhooks.sandbox.tenant();
      const receiver = await webhooks.receiverOf(client);
      receiver.respondWith(() => {});
      await client.register('one.com');
      hanging.push(receiver);
      clients.push(client);
    }
    await eventually(() => expect(hanging.every(({ received }) => received.length > 0)).toBe(true), 15_000);
    for (const client of [clients[0]!, await webhooks.sandbox.tenant()]) {
      const healthy = await webhooks.receiverOf(client);
      await client.register('quick.com');
      await eventually(() => expect(healthy.received).toHaveLength(1), 8_000);
    }
  });
});
