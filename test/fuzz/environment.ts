import { Links, People } from '#identity';
import { StorefrontConfig } from '#storefront';
import { Hosts } from '#tenancy';
import { RecordUsage } from '#usage';
import { Receivers, Deliveries } from '#webhooks';
import { LOGO } from '../support/logo.js';
import { OpenApiCheck } from '../support/openapi-check.js';
import { ADA, type Client, PORTAL_DOCUMENT } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { EXPLORATIONS, report } from '../support/explorations.js';
import { TestReceiver } from '../support/receiver.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';
import { Callers, affectsCaller } from './callers.js';
import { type Operation, readOperations } from './documents.js';

const SETTINGS = {
  webhookAllowPrivateTargets: true,
  encryptionKey: Buffer.alloc(32, 1),
  // Otherwise X-Forwarded-* would be ignored.
  trustedProxies: ['127.0.0.1'],
};

/** Paths whose changes are made to a separate tenant. */
const OWN_TENANT = [
  /\/tenants\/\{tenant\}$/,
  /\/(keys|hosts)(\/|$)/,
  /\/receivers(\/\{id\}(\/rotate)?)?$/,
  /\/reset$/,
  /\/storefront/,
];

const changesOwnTenant = ({ service, method, path }: Operation): boolean =>
  service === 'portal' && method !== 'GET' && OWN_TENANT.some(form => form.test(path));

/** Operations that succeed only once, or a few times, with the same object. */
const USED_UP = [
  'addHost',
  'addReceiver',
  'cancelOrder',
  'changePassword',
  'checkOut',
  'decideOrder',
  'deleteDomain',
  'deleteRegistration',
  'endSession',
  'endWorld',
  'logOut',
  'logOutEverywhere',
  'removeFault',
  'removeHost',
  'removeLogo',
  'removeReceiver',
  'revokeKey',
  'revokeLink',
  'revokeShareLink',
  'rollKey',
  'setPasswordWithLink',
];

/** Operations about a link to set a password. */
const ABOUT_LINKS = ['checkLink', 'createLink', 'revokeLink', 'setPasswordWithLink'];

/** Operations about a domain that the tenant holds. */
const ABOUT_REGISTRATION = [
  'deleteDomain',
  'deleteRegistration',
  'getAuthCode',
  'getDomain',
  'getDomainAuthCode',
  'getRegistration',
  'renewDomain',
  'renewRegistration',
  'transferOut',
  'updateDomain',
  'updateRegistration',
];

/** Operations about an order that the registry is to decide. */
const ABOUT_UNDECIDED = ['cancelOrder', 'decideOrder'];

/** A running service with tenants, keys, accounts and one of everything that requests can name. */
export class FuzzEnvironment {
  private readonly values = new Map<string, string>();
  private names = 0;
  /** The operation that the values are prepared for. */
  private preparedFor: string | undefined;

  private constructor(
    readonly sandbox: Sandbox,
    readonly callers: Callers,
    private readonly receiver: TestReceiver,
    readonly operations: Operation[],
    readonly checks: Record<Operation['service'], OpenApiCheck>,
  ) {}

  static async start(): Promise<FuzzEnvironment> {
    const sandbox = await startSandbox({ settings: SETTINGS });
    const read = async (path: string) => (await sandbox.call({ method: 'GET', path })).body;
    const [api, portal] = [await read('/docs/openapi.json'), await read(PORTAL_DOCUMENT)];
    const operations = [...readOperations(api, 'api'), ...readOperations(portal, 'portal')];
    const checks = { api: new OpenApiCheck(api), portal: new OpenApiCheck(portal) };
    const receiver = await TestReceiver.start();
    const environment = new FuzzEnvironment(sandbox, await Callers.in(sandbox), receiver, operations, checks);
    await environment.build();
    return environment;
  }

  /** Value of a token such as `{{tenant}}`. */
  value(name: string): string {
    const value = this.values.get(name);
    if (value === undefined) throw new Error(`FuzzEnvironment.build() must set a value for "${name}"`);
    return value;
  }

  /** Replaces the tokens in a text; mutated tokens stay. */
  fill(text: string): string {
    return text.replace(/\{\{([\w ]+)\}\}/g, (token, name: string) => this.values.get(name) ?? token);
  }

  /** Makes sure that an operation can succeed by creating new objects if needed. */
  async prepare(operation: Operation): Promise<void> {
    const { id, path } = operation;
    if (this.preparedFor === id) return;
    this.useShop();
    if (path.startsWith('/api/v1/registrar/')) await this.openRegistrar();
    if (affectsCaller(operation)) await this.renewDisposable();
    // DELETE requests to the same path remove it.
    if (id === 'getLogo') await this.setLogo(this.callers.shop);
    // Other requests make the registry decide later.
    if (id !== 'setRegistry') await this.callers.shop.setRegistry({});
    // Other requests move the clock past the release, and only a few renewals fit into the longest term.
    if (ABOUT_REGISTRATION.includes(id)) this.values.set('domain', await this.registerName());
    if (id === 'getExploration') await this.addExploration();
    if (id === 'removeFault') await this.addFault();
    if (id === 'checkOut') this.values.set('order', await this.callers.shop.orderOf(this.newName()));
    // Resets remove orders.
    if (ABOUT_UNDECIDED.includes(id)) await this.startTransfer();
    else if (path.includes('/orders/{')) this.values.set('orders', await this.callers.shop.orderOf(this.newName()));
    if (ABOUT_LINKS.includes(id)) await this.renewLink();
    if (path.includes('/worlds')) await this.endWorlds();
    if (id === 'endWorld') this.values.set(operation.service === 'api' ? 'tenant' : 'slug', await this.addWorld());
    if (changesOwnTenant(operation)) await this.renewTenant();
    if (path.endsWith('/control/receivers/{id}')) await this.renewReceiver();
    this.preparedFor = id;
  }

  /** Records what a request may have used up. */
  note(operation: Operation, method: string, status: number): void {
    const { id } = operation;
    const isDone = status < 300;
    if (isDone && id === 'changePassword') this.callers.forgetPassword();
    const isOther = method !== operation.method;
    if (id === 'logIn' || (isDone && (isOther || USED_UP.includes(id)))) this.preparedFor = undefined;
  }

  async stop(): Promise<void> {
    await this.sandbox.stop();
    await this.receiver.stop();
  }

  private async build(): Promise<void> {
    const { sandbox, values } = this;
    const { shop, other } = this.callers;
    const receiver = await this.addReceiver(shop);
    values.set('first host', await this.addHost(shop));
    await this.setLogo(shop);
    values.set('url', this.receiver.url).set('host', new URL(sandbox.origin).host).set('shop key', shop.key.value);
    values.set('shop', shop.tenant.slug).set('slug', 'no-such-world');
    values.set('first receiver', receiver).set('scenarios', 'search.available.default');
    this.useShop();
    // Events follow this cursor, so that no request waits for one.
    values.set('cursor', (await shop.follow()).body.data.next);
    const domain = this.newName();
    const { body, headers } = await shop.register(domain);
    await other.register(domain);
    await shop.search({ domain: 'not a name' });
    await shop.search({ domain: 'not a name' }, { Authorization: 'Bearer not-a-key' });
    values.set('domain', domain).set('order', body.data.order_id).set('order_id', body.data.order_id);
    values.set('orders', body.data.order_id).set('links', await this.addShareLink(shop));
    values.set('request id', String(headers['x-request-id']));
    const since = new Date(Date.now() - 60_000);
    values.set('recoveries', (await sandbox.app.get(Deliveries).recover(shop.tenant.id, receiver, since, TESTER)).id);
    values.set('people', (await sandbox.person({ role: 'operator' })).credentials.id);
    const { id: token } = await this.callers.operator.token();
    values.set('tokens', token).set('token', token);
    for (let turns = 0; turns < 2; turns++) await this.openRegistrar();
    await sandbox.app.get(RecordUsage).flush();
    values.set('requests', await this.listed('tenants/{{shop}}/requests', 'requests'));
    values.set('unauthenticated', await this.listed('tenants/{{shop}}/unauthenticated', 'requests'));
    values.set('all unauthenticated', await this.listed('unauthenticated', 'requests'));
    values.set('deliveries', await this.listed('tenants/{{shop}}/deliveries', 'deliveries'));
    values.set('audit entry', await this.listed('audit', 'entries'));
    values.set('turn', await this.nextOf('registrar/history?limit=1'));
    // Only browsers at a host name have passkeys.
    values.set('passkeys', 'psk_01920b3c6a7d7f0e8a4c5b6d7e8f9012');
    await this.addFault();
    await this.addExploration();
    await this.renewDisposable();
  }

  /** Generated requests may have created as many worlds as a tenant can have. */
  private async endWorlds(): Promise<void> {
    const { shop, world } = this.callers;
    await this.sandbox.rows('UPDATE tenancy.tenants SET expires_at = now() WHERE parent_id = $1 AND id <> $2', [
      shop.tenant.id,
      world.tenant.id,
    ]);
  }

  /** Pays the transfer of a domain, which ends days later. */
  private async startTransfer(): Promise<void> {
    const { shop } = this.callers;
    const domain = `taken-${this.newName()}`;
    const transfer = { domain, auth_code: 'code', owner: ADA };
    const { body } = await shop.raw({ path: '/api/v1/sandbox/domains/transfer', body: transfer });
    const id = body.data.order_id;
    const { status, text } = await shop.pay(id);
    if (status !== 202) throw new Error(`${domain} could not be transferred: ${text}`);
    this.values.set('domain', domain).set('order_id', id).set('orders', id);
  }

  /** Returns the slug of a new world. */
  private async addWorld(): Promise<string> {
    return (await this.sandbox.world(this.callers.shop)).tenant.slug;
  }

  /** Other requests may have disabled the account or used its link. */
  private async renewLink(): Promise<void> {
    const id = this.value('people');
    await this.sandbox.app.get(People).change(id, { disabled: false }, TESTER);
    const { token } = await this.sandbox.app.get(Links).create(id, TESTER);
    this.values.set('link token', token);
  }

  /** Adds a rule that applies to no request. */
  private async addFault(): Promise<void> {
    const rule = { match: { domain: 'never.example' }, fault: { kind: 'hang' } };
    const { body } = await this.callers.shop.raw({ path: '/api/v1/sandbox/control/faults', body: rule });
    this.values.set('faults', body.data.id);
  }

  /** Other requests may have added so many that the first is no longer kept. */
  private async addExploration(): Promise<void> {
    const { body } = await this.callers.shop.raw({ path: EXPLORATIONS, body: report() });
    this.values.set('explorations', body.data.id);
  }

  /** The id of the first item of a list in the portal that has one; deliveries get theirs with the first attempt. */
  private listed(path: string, member: string): Promise<string> {
    return eventually(async () => {
      const { body } = await this.callers.operator.get(this.fill(path));
      const item = body.data[member].find(({ id }: { id: string | null }) => id !== null);
      if (!item) throw new Error(`${path} is empty`);
      return item.id;
    });
  }

  /** The cursor of the second page of a list in the portal. */
  private async nextOf(path: string): Promise<string> {
    return (await this.callers.operator.get(path)).body.data.next;
  }

  private async openRegistrar(): Promise<void> {
    const change = { state: 'on', reason: 'for this test', confirm: 'ON' };
    const { status } = await this.callers.operator.post('registrar', change);
    if (status !== 200) throw new Error('the registrar API could not be turned on');
  }

  private async renewDisposable(): Promise<void> {
    await this.callers.renewDisposable();
    const { email, password } = this.callers.disposable.credentials;
    this.values.set('email', email).set('password', password);
    const { sessions } = (await this.callers.disposable.get('sessions')).body.data;
    this.values.set('sessions', sessions.find((session: { current: boolean }) => session.current).id);
  }

  private async renewTenant(): Promise<void> {
    const client = await this.sandbox.tenant();
    const receiver = await this.addReceiver(client);
    await this.setLogo(client);
    this.values.set('tenant', client.tenant.slug).set('keys', client.key.id).set('receivers', receiver);
    this.values.set('hosts', await this.addHost(client)).set('links', await this.addShareLink(client));
  }

  private async addShareLink({ tenant }: Client): Promise<string> {
    return (await this.callers.operator.post(`tenants/${tenant.slug}/storefront/links`, { hours: 1 })).body.data.id;
  }

  private useShop(): void {
    const { tenant, key } = this.callers.shop;
    this.values.set('tenant', tenant.slug).set('keys', key.id).set('receivers', this.value('first receiver'));
    this.values.set('hosts', this.value('first host'));
  }

  private async addReceiver({ tenant }: Client): Promise<string> {
    const receivers = this.sandbox.app.get(Receivers);
    return (await receivers.add(tenant.id, { url: this.receiver.url }, TESTER)).receiver.id;
  }

  /** Replaces the receiver that the API can remove; a tenant can have a limited number. */
  private async renewReceiver(): Promise<void> {
    const { tenant } = this.callers.shop;
    const first = this.value('first receiver');
    await this.sandbox.rows(
      `UPDATE webhooks.receivers SET state = 'removed' WHERE tenant_id = $1 AND id <> $2 AND state <> 'removed'`,
      [tenant.id, first],
    );
    this.values.set('receivers', await this.addReceiver(this.callers.shop));
  }

  private async addHost({ tenant }: Client): Promise<string> {
    return (await this.sandbox.app.get(Hosts).add(tenant.id, this.newName(), TESTER)).host;
  }

  private async setLogo({ tenant }: Client): Promise<void> {
    await this.sandbox.app.get(StorefrontConfig).setLogo(tenant.id, LOGO, TESTER);
  }

  private async registerName(): Promise<string> {
    const name = this.newName();
    await this.callers.shop.register(name);
    await this.callers.shop.updateRegistration(name, { locked: false });
    return name;
  }

  private newName(): string {
    return `fuzzed-${++this.names}.com`;
  }
}
