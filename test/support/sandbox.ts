import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Agent, request } from 'undici';
import { Clock } from '#platform/clock';
import { readSettings, type Settings } from '#platform/config';
import { createLogger } from '#platform/log';
import { People } from '#accounts';
import type { Scope } from '#access';
import { ApiKeysModule, IssueKey } from '#api-keys';
import { OpenTenant } from '#tenancy';
import { ApiModule } from '../../apps/api/api.module.js';
import { createApi } from '../../apps/api/create-api.js';
import { WorkerModule } from '../../apps/worker/worker.module.js';
import { AnswerCheck } from './answers.js';
import { Caller, Client, PORTAL_DOCUMENT } from './client.js';
import { SettableClock } from './clock.js';
import { createDatabase, type TestDatabase } from './database.js';
import { PortalClient, Visitor } from './person.js';
import { TESTER } from './tester.js';

interface SandboxOptions {
  settings?: Partial<Settings>;
  redisUrl?: string;
  /** Beside those of the service. */
  modules?: (new () => object)[];
  /** Another process of the same installation. */
  beside?: Sandbox;
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
  /** Of a developer. */
  tenants?: Client[];
}

/** Lines of the service's log, newest last. */
type Log = Record<string, unknown>[];

const running = new Set<Sandbox>();

// What a test left that failed halfway: its timers would outlive the file, and end the run. This comes before a file's
// own `afterAll`.
afterAll(async () => {
  for (const sandbox of [...running].toReversed()) await sandbox.stop();
});

/** Starts the whole service in this process, on a free port and a database of its own. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const database = options.beside?.database ?? (await createDatabase());
  const log: Log = [];
  const settings = {
    ...readSettings({ PORT: '0', DATABASE_URL: database.url, REDIS_URL: options.redisUrl }),
    ...options.settings,
  };
  const logger = createLogger('info', { write: line => void log.push(JSON.parse(line) as Log[number]) });
  const modules = [ApiModule, WorkerModule, ApiKeysModule, ...(options.modules ?? [])];
  const app = await createApi(settings, logger, modules);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  const origin = `http://127.0.0.1:${port}`;
  const agent = new Agent({ connections: 100 });
  const checkBy = async (path: string) =>
    new AnswerCheck(await (await request(origin + path, { dispatcher: agent })).body.json());
  const answers = { api: await checkBy('/docs/openapi.json'), portal: await checkBy(PORTAL_DOCUMENT) };
  const caller = new Caller(origin, agent, answers);
  const sandbox = new Sandbox(app, database, agent, caller, log, !options.beside);
  running.add(sandbox);
  return sandbox;
}

/** A running service. */
export class Sandbox {
  readonly clock: SettableClock;

  constructor(
    readonly app: NestFastifyApplication,
    readonly database: TestDatabase,
    private readonly agent: Agent,
    private readonly caller: Caller,
    readonly log: Log,
    private readonly ownsDatabase: boolean,
  ) {
    this.clock = new SettableClock(app.get(Clock));
  }

  get origin(): string {
    return this.caller.origin;
  }

  /** Sends what nobody has added headers to. */
  readonly call: Caller['call'] = call => this.caller.call(call);

  /** A tenant that nobody else uses, with a key. */
  async tenant({ slug = `t-${randomBytes(5).toString('hex')}`, ...options }: TenantOptions = {}): Promise<Client> {
    const { currency, host, ...terms } = options;
    const tenant = await this.app.get(OpenTenant).execute({ slug, currency, host }, TESTER);
    return this.key(tenant, terms);
  }

  /** Another key of a tenant. */
  async key(tenant: { id: string; slug: string }, options: Omit<TenantOptions, 'slug'> = {}): Promise<Client> {
    const { scope = 'sandbox', limit = 100_000, permissions, expires } = options;
    const order = { tenant: tenant.slug, scope, limit, permissions, expiresAt: expires };
    const { key, value } = await this.app.get(IssueKey).execute(order, TESTER);
    return new Client(this.caller, tenant, { id: key.id, value });
  }

  /** The back end of a tenant with a key that was made in the portal. */
  integrator({ tenant }: Client, { key, value }: { key: { id: string }; value: string }): Client {
    return new Client(this.caller, tenant, { id: key.id, value });
  }

  /** Somebody who came to the portal and has not logged in. */
  visitor(): Visitor {
    return new Visitor(this.caller);
  }

  /** Somebody with a new account, logged in at the portal. */
  async person({ role, tenants = [] }: PersonOptions): Promise<PortalClient> {
    const email = `p-${randomBytes(5).toString('hex')}@example.com`;
    const slugs = tenants.map(({ tenant }) => tenant.slug);
    const { account, password } = await this.app.get(People).open({ email, role, tenants: slugs }, TESTER);
    return new PortalClient(this.caller, { id: account.id, email, password }).enter();
  }

  /** The same session at this process of the installation. */
  portalOf({ who, cookie }: PortalClient): PortalClient {
    return Object.assign(new PortalClient(this.caller, who), { cookie });
  }

  /** The same key and tenant at this process of the installation. */
  clientOf({ tenant, key }: Client): Client {
    return new Client(this.caller, tenant, key);
  }

  // oxlint-disable-next-line no-explicit-any -- rows of any statement
  async rows(sql: string, values: unknown[] = []): Promise<any[]> {
    return (await this.database.pool.query(sql, values)).rows;
  }

  async stop(): Promise<void> {
    if (!running.delete(this)) return;
    await this.agent.close();
    await this.app.close();
    if (this.ownsDatabase) await this.database.drop();
  }
}
