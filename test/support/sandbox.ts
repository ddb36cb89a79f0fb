import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Agent } from 'undici';
import { Clock } from '#platform/process/clock';
import { readSettings, type Settings } from '#platform/process/config';
import { Metrics } from '#platform/http';
import { createLogger } from '#platform/observability/log';
import { ProcessReporter } from '#platform/process/reports';
import { BackgroundJobs } from '#platform/queue/jobs';
import { People } from '#identity';
import type { Scope } from '#identity/access';
import { ApiKeysModule, Keys } from '#api-keys';
import { Tenants } from '#tenancy';
import { ApiModule } from '../../apps/api/api.module.js';
import { createApi } from '../../apps/api/create-api.js';
import { WorkerModule } from '../../apps/worker/worker.module.js';
import { registerCleanup } from './cleanup.js';
import { Client, HttpClient, WORLDS } from './client.js';
import { SettableClock } from './clock.js';
import { committedChecks } from './committed-checks.js';
import { createDatabase, type TestDatabase } from './database.js';
import { PATIENT } from './patient.js';
import { PortalClient, Visitor } from './portal-client.js';
import { sharedByWorker } from './shared.js';
import { TESTER } from './tester.js';

interface SandboxOptions {
  settings?: Partial<Settings>;
  redisUrl?: string;
  /** Additional Nest modules. */
  modules?: (new () => object)[];
  /** Shares the database of this sandbox, like another process of the same installation. */
  peerOf?: { database: TestDatabase };
  database?: TestDatabase;
}

interface TenantOptions {
  slug?: string;
  permissions?: string[];
  limit?: number;
  currency?: string;
  host?: string;
  scope?: Scope;
  expires?: Date;
}

interface PersonOptions {
  role: 'operator' | 'developer';
  /** Tenants of a developer. */
  tenants?: Client[];
}

type Log = Record<string, unknown>[];

/** No test depends on the name servers of the machine. */
const UNREACHABLE = '127.0.0.1:9';

/** What runs a service. */
interface Service {
  app: NestFastifyApplication;
  database: TestDatabase;
  origin: string;
  log: Log;
  /** Stops its background jobs. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the whole service in this process, on a free port with its own database. It stops after the test file. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return new Sandbox(await startService(options));
}

/**
 * The service of this name that all test files of a Jest worker use, by default with default settings. Its tests use new
 * tenants, and neither the clock of the service nor anything that belongs to the whole installation.
 */
export async function sharedSandbox(name?: string, settings?: Partial<Settings>): Promise<Sandbox> {
  return new Sandbox(await sharedService(name, settings), true);
}

/** A shared service that sends webhooks to receivers on this machine. */
export const sharedWebhookSandbox = (): Promise<Sandbox> =>
  sharedSandbox('webhooks', { webhookAllowPrivateTargets: true });

/** Another process of the shared service. */
export async function sharedPeer(): Promise<Sandbox> {
  const first = await sharedSandbox();
  return new Sandbox(await shared('peer', { peerOf: first }), true);
}

const sharedService = (name = 'service', settings: Partial<Settings> = {}) => shared(name, { settings });

async function shared(name: string, options: SandboxOptions): Promise<Service> {
  const service = await sharedByWorker(name, () => startService(options));
  await service.resume();
  return service;
}

async function startService(options: SandboxOptions = {}): Promise<Service> {
  const database = options.peerOf?.database ?? options.database ?? (await createDatabase());
  const log: Log = [];
  const settings = {
    ...readSettings({
      PORT: '0',
      DATABASE_URL: database.url,
      REDIS_URL: options.redisUrl,
      DNS_SERVERS: UNREACHABLE,
      ...PATIENT,
    }),
    ...options.settings,
  };
  const logger = createLogger('info', { write: line => void log.push(JSON.parse(line) as Log[number]) });
  const modules = [ApiModule, WorkerModule, ApiKeysModule, ...(options.modules ?? [])];
  const app = await createApi(settings, logger, modules);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  const origin = `http://127.0.0.1:${port}`;
  app.get(ProcessReporter).origin = origin;
  const stop = async () => {
    await app.close();
    if (!options.peerOf) await database.drop();
  };
  return { app, database, origin, log, stop, ...pausable(app.get(BackgroundJobs)) };
}

/**
 * Pauses the background jobs of a shared service between test files. Otherwise each service polls the database twenty times
 * per second until its Jest worker ends. Resumed jobs run at once, since they missed what woke them.
 */
function pausable(jobs: BackgroundJobs): Pick<Service, 'pause' | 'resume'> {
  let paused: Promise<void> | undefined;
  return {
    pause: () => (paused ??= jobs.onModuleDestroy()),
    async resume() {
      await paused;
      if (paused) jobs.onApplicationBootstrap();
      paused = undefined;
    },
  };
}

/** A running service. */
export class Sandbox {
  readonly origin: string;
  readonly database: TestDatabase;
  /** Lines of the service log, newest last; of a shared service since the test file got it. */
  readonly log: Log;
  private readonly agent = new Agent({ connections: 100 });
  private readonly http: HttpClient;
  private ownClock: SettableClock | undefined;
  private service: Service | undefined;

  constructor(
    service: Service,
    private readonly isShared = false,
  ) {
    this.service = service;
    ({ origin: this.origin, database: this.database, log: this.log } = service);
    if (isShared) this.log.length = 0;
    this.http = new HttpClient(service.origin, this.agent, committedChecks);
    registerCleanup(() => this.stop());
  }

  /** @throws Error if other test files use the service, too */
  get clock(): SettableClock {
    if (this.isShared) throw new Error('A test that moves the clock of the service needs its own: use startSandbox.');
    return (this.ownClock ??= new SettableClock(this.app.get(Clock)));
  }

  /** @throws Error when the service has stopped */
  get app(): NestFastifyApplication {
    if (!this.service) throw new Error('The service has stopped.');
    return this.service.app;
  }

  /** Sends a request without default headers. */
  readonly call: HttpClient['call'] = call => this.http.call(call);

  /** What the process serves on METRICS_PORT. */
  metrics(): Promise<string> {
    return this.app.get(Metrics).registry.metrics();
  }

  /** Opens a tenant with a key. */
  async tenant({ slug = `t-${randomBytes(5).toString('hex')}`, ...options }: TenantOptions = {}): Promise<Client> {
    const { currency, host, ...terms } = options;
    const tenant = await this.app.get(Tenants).create({ slug, currency, host }, TESTER);
    return this.key(tenant, terms);
  }

  /** Creates another key for a tenant. */
  async key(tenant: { id: string; slug: string }, options: Omit<TenantOptions, 'slug'> = {}): Promise<Client> {
    const { scope = 'sandbox', limit = 100_000, permissions, expires } = options;
    const order = { tenant: tenant.slug, scope, limit, permissions, expiresAt: expires };
    const { key, value } = await this.app.get(Keys).issue(order, TESTER);
    return new Client(this.http, tenant, { id: key.id, value });
  }

  /** API client with a key that was created in the portal. */
  integrator({ tenant }: Client, { key, value }: { key: { id: string }; value: string }): Client {
    return new Client(this.http, tenant, { id: key.id, value });
  }

  /** A browser at the portal without a session. */
  visitor(): Visitor {
    return new Visitor(this.http);
  }

  /** Creates an account and logs in at the portal. */
  async person({ role, tenants = [] }: PersonOptions): Promise<PortalClient> {
    const email = `p-${randomBytes(5).toString('hex')}@example.com`;
    const slugs = tenants.map(({ tenant }) => tenant.slug);
    const { account, password } = await this.app.get(People).create({ email, role, tenants: slugs }, TESTER);
    return new PortalClient(this.http, { id: account.id, email, password }).startSession();
  }

  /** Uses the session with this process. */
  portalOf({ credentials, cookie }: PortalClient): PortalClient {
    return Object.assign(new PortalClient(this.http, credentials), { cookie });
  }

  /** Creates a world of a tenant; throws if that fails. */
  async world(parent: Client, body: object = {}): Promise<Client> {
    const { status, body: answer, text } = await parent.raw({ path: WORLDS, body });
    if (status !== 201) throw new Error(`the world could not be created: ${text}`);
    const { tenant: slug, key: value } = answer.data;
    const [{ id, key }] = await this.rows(
      'SELECT t.id, k.id AS key FROM tenancy.tenants t JOIN api_keys.keys k ON k.tenant_id = t.id WHERE t.slug = $1',
      [slug],
    );
    return new Client(this.http, { id, slug }, { id: key, value });
  }

  /** Uses the key with this process. */
  clientOf({ tenant, key }: Client): Client {
    return new Client(this.http, tenant, key);
  }

  // oxlint-disable-next-line no-explicit-any -- rows of any statement
  async rows(sql: string, values: unknown[] = []): Promise<any[]> {
    return (await this.database.pool.query(sql, values)).rows;
  }

  async stop(): Promise<void> {
    const { service } = this;
    if (!service) return;
    // Node.js 20 never frees the modules of test files, whose variables would keep the whole service.
    this.service = undefined;
    await this.agent.close();
    await (this.isShared ? service.pause() : service.stop());
  }
}
