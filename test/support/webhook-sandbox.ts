import type { Settings } from '#platform/process/config';
import { Receivers, FindDeliveries, WebhooksModule } from '#webhooks';
import type { DeliveryView, ReceiverView } from '#webhooks/contract';
import type { Client } from './client.js';
import { eventually } from './eventually.js';
import { TestReceiver } from './receiver.js';
import { RedisServer } from './redis.js';
import { type Sandbox, sharedWebhookSandbox, startSandbox } from './sandbox.js';
import { TESTER } from './tester.js';
import { describeWith } from './requirements.js';

/** A service that sends webhooks, and its receivers. */
export class WebhookSandbox {
  sandbox: Sandbox;
  private redis: RedisServer | undefined;
  private receivers: TestReceiver[] = [];
  private settings: Partial<Settings> = {};

  async start({ withRedis = false, settings = {} as Partial<Settings> } = {}): Promise<void> {
    if (withRedis) this.redis = await RedisServer.start();
    this.settings = settings;
    this.sandbox = await this.startProcess();
  }

  /** Uses the shared service, which is much cheaper: for tests with default settings that do not move its clock. */
  async share(): Promise<void> {
    this.sandbox = await sharedWebhookSandbox();
  }

  /** Another process of the same installation. */
  startPeer(encryptionKey?: Buffer): Promise<Sandbox> {
    return this.startProcess(this.sandbox, encryptionKey);
  }

  /** Stops the receivers of a test. */
  async stopReceivers(): Promise<void> {
    await Promise.all(this.receivers.map(receiver => receiver.stop()));
    this.receivers = [];
  }

  async receiver(): Promise<TestReceiver> {
    const receiver = await TestReceiver.start();
    this.receivers.push(receiver);
    return receiver;
  }

  /** Starts a receiver and registers it for the tenant. */
  async receiverOf({ tenant }: Client, events?: string[]) {
    const at = await this.receiver();
    const receivers = this.sandbox.app.get(Receivers);
    const { receiver, secret } = await receivers.add(tenant.id, { url: at.url, events }, TESTER);
    return Object.assign(at, { id: receiver.id, secret });
  }

  async deliveriesOf({ tenant }: Client): Promise<DeliveryView[]> {
    const deliveries = await this.sandbox.app.get(FindDeliveries).list(tenant.id, { limit: 1_000 });
    return deliveries.filter((delivery): delivery is DeliveryView => delivery.id !== null);
  }

  viewOf({ tenant }: Client, receiver: string): Promise<ReceiverView> {
    return this.sandbox.app.get(Receivers).get(tenant.id, receiver);
  }

  /** Number of deliveries of the tenant per state. */
  async statesOf(client: Client): Promise<Partial<Record<DeliveryView['state'], number>>> {
    const states: Partial<Record<DeliveryView['state'], number>> = {};
    for (const { state } of await this.deliveriesOf(client)) states[state] = (states[state] ?? 0) + 1;
    return states;
  }

  /** Waits until the tenant's newest delivery has this state and no attempt is running. */
  async delivery(client: Client, state: DeliveryView['state'], attempts?: number): Promise<DeliveryView> {
    return eventually(async () => {
      const [delivery] = await this.deliveriesOf(client);
      expect(delivery).toMatchObject({ state, sending: false, ...(attempts === undefined ? {} : { attempts }) });
      return delivery as DeliveryView;
    });
  }

  private startProcess(peerOf?: Sandbox, encryptionKey: Buffer = Buffer.alloc(32, 1)): Promise<Sandbox> {
    const settings = { webhookAllowPrivateTargets: true, encryptionKey, ...this.settings };
    return startSandbox({ redisUrl: this.redis?.url, settings, modules: [WebhooksModule], peerOf });
  }
}

type WebhookTests = (webhooks: WebhookSandbox) => void;

/** Runs tests with the queue on PostgreSQL. The queue only wakes workers, so most rules of deliveries do not depend on it. */
export function describeDeliveries(tests: WebhookTests, { withRedis = false } = {}): void {
  const webhooks = new WebhookSandbox();
  beforeAll(() => webhooks.start({ withRedis }));
  afterEach(() => webhooks.stopReceivers());
  afterAll(() => webhooks.sandbox.stop());
  tests(webhooks);
}

/** Runs the same tests with the queue on PostgreSQL and on Redis. */
export function describeOnBothQueues(tests: WebhookTests): void {
  describe('with the queue on PostgreSQL', () => describeDeliveries(tests));
  describeWith('redis-server', 'with the queue on Redis', () => describeDeliveries(tests, { withRedis: true }));
}
