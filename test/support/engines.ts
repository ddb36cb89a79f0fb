import { AddReceiver, FindDeliveries, WebhooksModule } from '#webhooks';
import type { DeliveryView } from '#webhooks/contract';
import type { Client } from './client.js';
import { eventually } from './eventually.js';
import { TestReceiver } from './receiver.js';
import { startRedis, type TestRedis } from './redis.js';
import { type Sandbox, startSandbox } from './sandbox.js';
import { TESTER } from './tester.js';
import { describeWith } from './requirements.js';

/** A service that sends, and whoever is told. */
export class Senders {
  sandbox: Sandbox;
  private redis: TestRedis | undefined;
  private readonly besides: Sandbox[] = [];
  private receivers: TestReceiver[] = [];

  async start(startQueue?: () => Promise<TestRedis>): Promise<void> {
    this.redis = await startQueue?.();
    this.sandbox = await this.startProcess();
  }

  async stop(): Promise<void> {
    for (const sandbox of this.besides) await sandbox.stop();
    await this.sandbox.stop();
    await this.forget();
    await this.redis?.stop();
  }

  /** Another process of the same installation. */
  async startBeside(encryptionKey: Buffer = Buffer.alloc(32, 1)): Promise<Sandbox> {
    const sandbox = await this.startProcess(this.sandbox, encryptionKey);
    this.besides.push(sandbox);
    return sandbox;
  }

  /** Ends the receivers of a test. */
  async forget(): Promise<void> {
    await Promise.all(this.receivers.map(receiver => receiver.stop()));
    this.receivers = [];
  }

  async receiver(): Promise<TestReceiver> {
    const receiver = await TestReceiver.start();
    this.receivers.push(receiver);
    return receiver;
  }

  /** A receiver that the tenant has registered. */
  async receiverOf({ tenant }: Client, events?: string[]) {
    const at = await this.receiver();
    const add = this.sandbox.app.get(AddReceiver);
    const { receiver, secret } = await add.execute(tenant.id, { url: at.url, events }, TESTER);
    return Object.assign(at, { id: receiver.id, secret });
  }

  async deliveriesOf({ tenant }: Client): Promise<DeliveryView[]> {
    return this.sandbox.app.get(FindDeliveries).of(tenant.id, { limit: 1_000 });
  }

  /** Waits for the tenant's newest delivery to be in that state, with no attempt under way. */
  async delivery(client: Client, state: DeliveryView['state'], attempts?: number): Promise<DeliveryView> {
    return eventually(async () => {
      const [delivery] = await this.deliveriesOf(client);
      expect(delivery).toMatchObject({ state, sending: false, ...(attempts === undefined ? {} : { attempts }) });
      return delivery as DeliveryView;
    });
  }

  private startProcess(beside?: Sandbox, encryptionKey: Buffer = Buffer.alloc(32, 1)): Promise<Sandbox> {
    const settings = { webhookAllowPrivateTargets: true, encryptionKey };
    return startSandbox({ redisUrl: this.redis?.url, settings, modules: [WebhooksModule], beside });
  }
}

/** The same tests with the queue on PostgreSQL and on Redis. */
export function onBothEngines(tests: (senders: Senders) => void): void {
  const run = (start?: () => Promise<TestRedis>) => {
    const senders = new Senders();
    beforeAll(() => senders.start(start));
    afterEach(() => senders.forget());
    afterAll(() => senders.stop());
    tests(senders);
  };
  describe('with the queue on PostgreSQL', () => run());
  describeWith('redis-server', 'with the queue on Redis', () => run(startRedis));
}
