import { createPostgresBackend, withBackend } from 'bullmq';
import { Agent, request } from 'undici';
import type { DeliveryDetail } from '#webhooks/contract';
import { startService } from '../processes/nameyard.js';
import type { Program } from '../processes/program.js';
import { registerCleanup } from '../support/cleanup.js';
import { Client, HttpClient, PORTAL_DOCUMENT } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { OpenApiCheck } from '../support/openapi-check.js';
import { temporaryFolder } from '../support/paths.js';
import { PortalClient } from '../support/portal-client.js';
import { TestReceiver } from '../support/receiver.js';
import { ENCRYPTION_KEY, type LoadOptions, loadPreviousRelease, type PreviousRelease } from './previous-release.js';

/** Domains of the events that the previous release left undelivered and that are due, by receiver. */
export const WAITING = {
  steady: ['backoff.com', 'undispatched-1.com', 'undispatched-2.com'],
  filtered: ['backoff.com', 'undispatched-1.com', 'undispatched-2.com'],
  gone: [],
  removed: [],
  second: ['undispatched-3.com'],
  exhausted: ['exhausted-2.com', 'exhausted-3.com', 'exhausted-4.com'],
  paused: [],
  flaky: ['retry-due.com'],
  slow: ['held-1.com', 'held-2.com', 'held-3.com', 'held-4.com', 'queued.com', 'ready.com'],
} satisfies Record<string, string[]>;

export type ReceiverName = keyof typeof WAITING;

export const RECEIVERS = Object.keys(WAITING) as ReceiverName[];

/** Covers the lease of the killed worker, 25 seconds, and the backoff of an event that a consumer could not handle. */
const DELIVERED_MS = 90_000;

/** This release with a database of the previous one, and the receivers of that database. */
export class UpgradedService {
  private constructor(
    readonly previous: PreviousRelease,
    readonly receivers: Record<ReceiverName, TestReceiver>,
    readonly program: Program,
    readonly http: HttpClient,
    readonly operator: PortalClient,
    readonly metrics: () => Promise<string>,
  ) {}

  /** Starts it with the receiver "flaky" responding with 500, the others with 200. */
  static async start(options: LoadOptions = {}): Promise<UpgradedService> {
    const receivers = {} as Record<ReceiverName, TestReceiver>;
    for (const name of RECEIVERS) receivers[name] = await TestReceiver.start();
    receivers.flaky.respondWith(500);
    const urls = Object.fromEntries(RECEIVERS.map(name => [name, receivers[name].url]));
    const { databaseUrl, previous } = await loadPreviousRelease(urls, options);
    await leaveJob(databaseUrl, previous);
    const { origin, program, metrics } = await startService({
      DATABASE_URL: databaseUrl,
      DATA_DIR: temporaryFolder(),
      ENCRYPTION_KEY,
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
    });
    const http = await connect(origin);
    const operator = await new PortalClient(http, { id: '', ...previous.operator }).startSession();
    return new UpgradedService(previous, receivers, program, http, operator, metrics);
  }

  clientOf(slug: string): Client {
    const { id, key } = this.previous.tenants[slug]!;
    return new Client(this.http, { id, slug }, { id: 'upgraded', value: key });
  }

  eventIdsOf(domains: string[]): string[] {
    return domains.map(domain => this.previous.events[domain]!);
  }

  async get(slug: string, path: string) {
    const { status, body, text } = await this.operator.get(`tenants/${slug}${path}`);
    if (status !== 200) throw new Error(text);
    return body.data;
  }

  async post(slug: string, path: string, request?: object) {
    const { status, body, text } = await this.operator.post(`tenants/${slug}${path}`, request);
    if (status !== 200) throw new Error(text);
    return body.data;
  }

  async turnOn(name: ReceiverName): Promise<void> {
    const { id, tenant } = this.previous.receivers[name]!;
    const { status, text } = await this.operator.patch(`tenants/${tenant}/receivers/${id}`, { state: 'on' });
    if (status !== 200) throw new Error(text);
  }

  /** The delivery as the previous release returned it. */
  deliveryBefore(name: ReceiverName, domain: string): DeliveryDetail {
    const { id, tenant } = this.previous.receivers[name]!;
    return this.previous.tenants[tenant]!.deliveries.find(
      each => each.receiver_id === id && each.event_id === this.previous.events[domain],
    )!;
  }

  delivery(name: ReceiverName, domain: string): Promise<DeliveryDetail> {
    const { id } = this.deliveryBefore(name, domain);
    return this.get(this.previous.receivers[name]!.tenant, `/deliveries/${id}`);
  }

  /** Waits until the receiver has got the events of these domains once each, and no others. */
  expectReceived(name: ReceiverName, domains: string[]): Promise<void> {
    const expected = this.eventIdsOf(domains).toSorted();
    return eventually(() => expect(this.receivers[name].ids.toSorted()).toEqual(expected), DELIVERED_MS);
  }
}

/** Adds a job in the format of the previous release, which a killed worker leaves in the queue. */
async function leaveJob(connectionString: string, previous: PreviousRelease): Promise<void> {
  const { Queue } = withBackend(createPostgresBackend);
  const queue = new Queue('deliveries-failing', { connection: { connectionString, migrate: true } });
  const { id } = previous.tenants['busy']!.deliveries.find(({ domain }) => domain === 'queued.com')!;
  await queue.add('deliver', { ids: [id] }, { attempts: 1, removeOnComplete: true, removeOnFail: true });
  await queue.close();
}

async function connect(origin: string): Promise<HttpClient> {
  const agent = new Agent();
  registerCleanup(() => agent.destroy());
  const documentAt = async (path: string) =>
    new OpenApiCheck(await (await request(origin + path, { dispatcher: agent })).body.json());
  const checks = { api: await documentAt('/docs/openapi.json'), portal: await documentAt(PORTAL_DOCUMENT) };
  return new HttpClient(origin, agent, checks);
}
