import { Webhook } from 'standardwebhooks';
import { AddReceiver, FindDeliveries, WebhooksModule } from '#webhooks';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { TestReceiver } from '../support/receiver.js';
import { describeWithRedis } from '../processes/redis.js';
import { startRedis, type TestRedis } from '../support/redis.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

describe('with the queue on PostgreSQL', () => behaves());
describeWithRedis('with the queue on Redis', () => behaves(startRedis));

function behaves(start?: () => Promise<TestRedis>): void {
  let redis: TestRedis | undefined;
  let sandbox: Sandbox;
  let receiver: TestReceiver;

  beforeAll(async () => {
    redis = await start?.();
    sandbox = await startSandbox({
      redisUrl: redis?.url,
      settings: { webhookAllowPrivateTargets: true },
      modules: [WebhooksModule],
    });
    receiver = await TestReceiver.start();
  });
  afterAll(async () => {
    await sandbox.stop();
    await receiver.stop();
    await redis?.stop();
  });

  const add = async ({ tenant }: Client) => sandbox.app.get(AddReceiver).execute(tenant.id, { url: receiver.url });

  it('tells a receiver within two seconds, signed so that an independent library agrees', async () => {
    const client = await sandbox.tenant();
    const { secret } = await add(client);
    const { body } = await client.register('told.com', 2);
    await eventually(() => expect(receiver.received).toHaveLength(1), 2_000);
    const [{ headers, body: text }] = receiver.received as [(typeof receiver.received)[0]];
    expect(new Webhook(secret).verify(text, headers)).toEqual({
      type: 'domain.registered',
      timestamp: body.data.registered_at,
      data: {
        order_id: body.data.order_id,
        domain: 'told.com',
        tld: 'com',
        years: 2,
        status: 'registered',
        registered_at: body.data.registered_at,
        expires_at: body.data.expires_at,
        amount: { currency: 'USD', total: expect.any(Number) },
        owner: { email: 'ada@example.com' },
        tenant: client.tenant.slug,
      },
    });
    await eventually(async () => {
      const [delivery] = await sandbox.app.get(FindDeliveries).of(client.tenant.id);
      expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, last_status: 200, last_reason: null });
    });
  });
}
