import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Program } from '../processes/program.js';
import { eventually } from '../support/eventually.js';
import { freePort, temporaryFolder } from '../support/paths.js';
import { RedisServer } from '../support/redis.js';
import { describeWith } from '../support/requirements.js';
import { WebhookSandbox } from '../support/webhook-sandbox.js';

/** Watches a master; would promote its replica a minute after the master stopped. */
async function startSentinel(master: RedisServer): Promise<number> {
  const port = await freePort();
  const path = join(temporaryFolder(), 'sentinel.conf');
  const { hostname, port: masterPort } = new URL(master.url);
  writeFileSync(
    path,
    `port ${port}
bind 127.0.0.1
sentinel monitor mymaster ${hostname} ${masterPort} 1
sentinel down-after-milliseconds mymaster 60000
`,
  );
  new Program('redis-server', [path, '--sentinel']);
  return port;
}

describeWith('redis-server', 'Redis with a sentinel', () => {
  it('counts requests and sends webhooks through the new master after a failover', async () => {
    const [master, replica] = await Promise.all([RedisServer.start(), RedisServer.start()]);
    const { hostname, port } = new URL(master.url);
    await replica.client.replicaof(hostname, Number(port));
    await eventually(async () => expect(await replica.client.info('replication')).toContain('master_link_status:up'));
    const sentinel = await startSentinel(master);
    const redisUrl = `sentinel://127.0.0.1:${await freePort()},127.0.0.1:${sentinel}/mymaster`;
    const webhooks = new WebhookSandbox();
    await webhooks.start({ settings: { redisUrl } });
    const client = await webhooks.sandbox.tenant();
    const receiver = await webhooks.receiverOf(client);
    await client.register('before.com');
    await eventually(() => expect(receiver.ids).not.toEqual([]));
    expect(await master.client.keys(`*${client.key.id}*`)).toHaveLength(1);
    const before = receiver.ids.length;

    // Only now, because on a slow machine a master can be silent for half a second.
    const control = new Redis(sentinel);
    await control.call('SENTINEL', 'SET', 'mymaster', 'down-after-milliseconds', '500');
    control.disconnect();
    await master.kill();
    await client.register('meanwhile.com');
    await eventually(async () => expect(await replica.client.info('replication')).toContain('role:master'));
    await replica.client.flushall();
    await eventually(async () => {
      await client.search('example.com');
      expect(await replica.client.keys(`*${client.key.id}*`)).toHaveLength(1);
    });
    await eventually(() => expect(receiver.ids.length).toBeGreaterThan(before));
    await webhooks.sandbox.stop();
  });
});
