import { auditAtMost } from '#platform/security/audit';
import { Database, Statement } from '#platform/database';
import { Accounts } from '#registrar';
import { Hosts, Tenant } from '#tenancy';
import { Receivers, WebhooksModule } from '#webhooks';
import { ADA, type Client, FAULTS, PORTAL_DOCUMENT, REGISTRY } from '../support/client.js';
import { DnsServer } from '../support/dns-server.js';
import { eventually } from '../support/eventually.js';
import { LOGO } from '../support/logo.js';
import { portalOperations } from '../support/portal-operations.js';
import { Authenticator } from '../support/authenticator.js';
import { addTotp } from '../support/totp.js';
import { outcomeOf } from '../support/outcome.js';
import { tenantPath, type PortalClient, type Visitor } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let sandbox: Sandbox;
let operator: PortalClient;
let client: Client;
let dns: DnsServer;

beforeAll(async () => {
  dns = await DnsServer.start();
  const settings = {
    webhookAllowPrivateTargets: true,
    encryptionKey: Buffer.alloc(32, 1),
    dnsServers: [dns.address],
  };
  sandbox = await startSandbox({ settings, modules: [WebhooksModule] });
  operator = await sandbox.person({ role: 'operator' });
  client = await sandbox.tenant();
});

interface Entry {
  actor: string;
  action: string;
  subject: string;
  tenant: string | null;
  address: string;
  before: object | null;
  after: object | null;
}

const entries = async (query = ''): Promise<Entry[]> => (await operator.get(`audit?${query}`)).body.data.entries;
const slug = () => client.tenant.slug;

async function receiver(): Promise<string> {
  const receivers = sandbox.app.get(Receivers);
  return (await receivers.add(client.tenant.id, { url: 'http://127.0.0.1:9/hook' }, TESTER)).receiver.id;
}

/** Creates a receiver that is on and a finished delivery to it. */
async function delivery(): Promise<string> {
  const id = await receiver();
  await client.register(`audited-${Math.random().toString(36).slice(2)}.com`);
  return eventually(async () => {
    const [row] = await sandbox.rows(
      `SELECT id FROM webhooks.deliveries WHERE receiver_id = $1 AND attempts <> '[]' AND NOT sending`,
      [id],
    );
    expect(row).toBeDefined();
    return row.id as string;
  });
}

/** Adds a host and publishes its TXT record. Returns its path in the portal API. */
async function host(): Promise<string> {
  const name = `${Math.random().toString(36).slice(2)}.example.com`;
  const { txt_record } = await sandbox.app.get(Hosts).add(client.tenant.id, name, TESTER);
  dns.set(txt_record.name, txt_record.value);
  return tenantPath(client, `/hosts/${name}`);
}

/** Creates a world without a person, and returns its slug. */
const world = async () => (await sandbox.world(client)).tenant.slug;

/** Adds a fault without a person, and returns its ID. */
const fault = async () =>
  (await client.raw({ path: FAULTS, body: { match: { domain: 'none.com' }, fault: { kind: 'reset' } } })).body.data.id;

/** The origin of the portal at which browsers have passkeys. */
const origin = () => sandbox.origin.replace('127.0.0.1', 'localhost');
const atHost = () => ({ Host: new URL(origin()).host, Origin: origin() });

/** Adds a passkey to a new person. Returns its ID, the person, and a function that answers challenges. */
async function passkey() {
  const device = new Authenticator(origin());
  const user = await sandbox.person({ role: 'operator' });
  const { password: current } = user.credentials;
  const start = await user.post('factors/passkeys/options', { current }, atHost());
  const added = await user.post('factors/passkeys', device.attest(start.body.data.options), atHost());
  const answer = async (from: Visitor, path: string) => {
    const { body } = await from.post(`${path}/options`, {}, atHost());
    return from.post(path, device.assert(body.data.options), atHost());
  };
  return { id: added.body.data.passkey.id as string, user, current, answer };
}

/** Stores a live order that only a person can decide. Returns its ID. */
async function stuckOrder(): Promise<string> {
  const { id } = client.tenant;
  const hold = { tenant: id, order: 'ord_stuck', amount: 1199 };
  await sandbox.app.get(Accounts).credit(id, { amount: '20.00', reason: 'a test' }, TESTER);
  await sandbox.rows(
    `INSERT INTO registrar.orders (id, tenant_id, slug, kind, domain, tld, years, total, owner, privacy, created_at, status,
       domain_status, paid_at, step, stuck)
     VALUES ($1, $2, $3, 'registration', 'stuck.com', 'com', 1, $4, '{}', false, now(), 'paid', 'pending', now(), 'stuck', 'A test.')`,
    [hold.order, hold.tenant, slug(), hold.amount],
  );
  await sandbox.rows('UPDATE registrar.accounts SET held = held + $2 WHERE tenant_id = $1', [hold.tenant, hold.amount]);
  return hold.order;
}

const person = async () => (await sandbox.person({ role: 'operator' })).credentials.id;

/** A successful call of each operation that changes something, with its actions in the audit log. */
const CHANGES: Record<string, [actions: string[], call: () => Promise<unknown>]> = {
  logIn: [['session.begin'], () => operator.otherSession()],
  logOut: [['session.end'], async () => (await operator.otherSession()).delete('session')],
  logOutEverywhere: [['session.end-all'], async () => (await sandbox.person({ role: 'operator' })).delete('sessions')],
  endSession: [
    ['session.end'],
    async () => {
      const user = await operator.otherSession();
      const { sessions } = (await user.get('sessions')).body.data;
      return operator.delete(`sessions/${sessions.find((session: { current: boolean }) => session.current).id}`);
    },
  ],
  endOtherSessions: [
    ['session.end', 'session.end'],
    async () => {
      const user = await sandbox.person({ role: 'operator' });
      await user.otherSession();
      await user.otherSession();
      return user.delete('sessions/others');
    },
  ],
  changePassword: [
    ['person.change-password'],
    async () => {
      const user = await sandbox.person({ role: 'operator' });
      return user.post('password', {
        current: user.credentials.password,
        password: 'a kettle of seven rabbits',
      });
    },
  ],
  createToken: [['token.create'], () => operator.confirmed('tokens', { name: 'Terraform', tenants: [slug()] })],
  revokeToken: [
    ['token.create', 'token.revoke'],
    async () => operator.post(`tokens/${(await operator.token()).id}/revoke`),
  ],
  revokePersonToken: [
    ['token.create', 'token.revoke'],
    async () => {
      const user = await sandbox.person({ role: 'operator' });
      const { id } = await user.token();
      return operator.post(`people/${user.credentials.id}/tokens/${id}/revoke`);
    },
  ],
  finishLogIn: [
    ['factor.add', 'session.begin', 'session.begin'],
    async () => {
      const user = await sandbox.person({ role: 'operator' });
      const { codes } = await addTotp(user);
      await user.startSession().catch(() => undefined);
      return user.post('session/code', { code: codes[0] });
    },
  ],
  confirmTotp: [['factor.add'], async () => addTotp(await sandbox.person({ role: 'operator' }))],
  removeTotp: [['factor.add', 'factor.remove'], () => changeFactors('factors/totp/remove')],
  addPasskey: [['factor.add'], passkey],
  renamePasskey: [
    ['factor.add', 'factor.rename'],
    async () => {
      const { user, id } = await passkey();
      return user.patch(`factors/passkeys/${id}`, { name: 'Phone' });
    },
  ],
  removePasskey: [
    ['factor.add', 'factor.remove'],
    async () => {
      const { user, id, current } = await passkey();
      return user.post(`factors/passkeys/${id}/remove`, { current });
    },
  ],
  logInWithPasskey: [
    ['factor.add', 'session.begin', 'session.begin'],
    async () => (await passkey()).answer(sandbox.visitor(), 'session/passkey'),
  ],
  finishWithPasskey: [
    ['factor.add', 'session.begin', 'session.begin'],
    async () => {
      const { user, current, answer } = await passkey();
      const visitor = sandbox.visitor();
      await visitor.logIn(user.credentials.email, current);
      return answer(visitor, 'session/second-step');
    },
  ],
  renewRecoveryCodes: [['factor.add', 'factor.renew-codes'], () => changeFactors('factors/recovery-codes')],
  resetPersonFactors: [['factor.reset'], async () => operator.confirmed(`people/${await person()}/reset-factors`)],
  openAccount: [['person.create'], () => operator.confirmed('people', { email: 'new@example.com', role: 'operator' })],
  changePerson: [['person.change'], async () => operator.patch(`people/${await person()}`, { disabled: true })],
  resetPassword: [['person.reset-password'], async () => operator.confirmed(`people/${await person()}/password`)],
  invitePerson: [
    ['person.create', 'person.invite'],
    () => operator.confirmed('people/invitations', { email: 'invited@example.com', role: 'operator' }),
  ],
  createLink: [['person.create-reset-link'], async () => operator.confirmed(`people/${await person()}/link`)],
  revokeLink: [
    ['person.create-reset-link', 'person.revoke-link'],
    async () => {
      const path = `people/${await person()}/link`;
      await operator.confirmed(path);
      return operator.delete(path);
    },
  ],
  setPasswordWithLink: [
    ['person.create-reset-link', 'person.use-reset-link'],
    async () => {
      const { body } = await operator.confirmed(`people/${await person()}/link`);
      const [, token] = body.data.url.split('#');
      return sandbox.visitor().post('links/use', { token, password: 'a kettle of nine rabbits' });
    },
  ],
  createTenant: [['tenant.create'], () => operator.post('tenants', { slug: 'audited', host: 'shop.example.com' })],
  changeTenant: [['tenant.change'], () => operator.patch(`tenants/${slug()}`, { name: 'Another name' })],
  addHost: [['host.add'], () => operator.post(tenantPath(client, '/hosts'), { host: 'own.example.com' })],
  checkHost: [['host.verify'], async () => operator.post(`${await host()}/check`)],
  verifyHost: [['host.verify'], async () => operator.post(`${await host()}/verify`)],
  removeHost: [['host.remove'], async () => operator.delete(await host())],
  createShareLink: [['storefront.share'], () => operator.post(tenantPath(client, '/storefront/links'), { hours: 1 })],
  revokeShareLink: [
    ['storefront.revoke-share', 'storefront.share'],
    async () => {
      const path = tenantPath(client, '/storefront/links');
      const { body } = await operator.post(path, { hours: 1 });
      return operator.delete(`${path}/${body.data.id}`);
    },
  ],
  createKey: [
    ['key.create'],
    () => operator.post(tenantPath(client, '/keys'), { name: 'CI', scope: 'sandbox', limit: 5 }),
  ],
  changeKey: [
    ['key.change'],
    () => operator.patch(tenantPath(client, `/keys/${client.key.id}`), { permissions: ['sandbox.*'], limit: 1_000 }),
  ],
  rollKey: [
    ['key.create', 'key.roll'],
    async () => {
      const { key } = await sandbox.key(client.tenant);
      return operator.post(tenantPath(client, `/keys/${key.id}/roll`), { overlap_hours: 1 });
    },
  ],
  revokeKey: [
    ['key.revoke'],
    async () => operator.post(tenantPath(client, `/keys/${(await sandbox.key(client.tenant)).key.id}/revoke`)),
  ],
  turnKillSwitch: [
    ['registrar.off'],
    () => operator.post('registrar', { state: 'off', reason: 'a drill', confirm: 'OFF' }),
  ],
  addCredit: [
    ['registrar.credit'],
    () => operator.post(`registrar/tenants/${slug()}/credit`, { amount: '100.00', reason: 'prepaid' }),
  ],
  setDailyLimit: [['registrar.limit'], () => operator.put(`registrar/tenants/${slug()}/limit`, { daily: '50.00' })],
  endStuckOrder: [
    ['registrar.reconcile'],
    async () =>
      operator.post(`registrar/orders/${await stuckOrder()}/outcome`, { outcome: 'failed', reason: 'not there' }),
  ],
  addReceiver: [
    ['receiver.create'],
    () => operator.post(tenantPath(client, '/receivers'), { url: 'http://127.0.0.1:9/' }),
  ],
  changeReceiver: [
    ['receiver.change', 'receiver.switch-off'],
    async () =>
      operator.patch(tenantPath(client, `/receivers/${await receiver()}`), { description: 'shop', state: 'off' }),
  ],
  removeReceiver: [
    ['receiver.remove'],
    async () => operator.delete(tenantPath(client, `/receivers/${await receiver()}`)),
  ],
  rotateSecret: [
    ['receiver.rotate-secret'],
    async () => operator.post(tenantPath(client, `/receivers/${await receiver()}/rotate`), { overlap_hours: 1 }),
  ],
  testReceiver: [
    ['receiver.test'],
    async () => operator.post(tenantPath(client, `/receivers/${await receiver()}/test`)),
  ],
  recoverDeliveries: [
    ['receiver.recover'],
    async () =>
      operator.post(tenantPath(client, `/receivers/${await receiver()}/recover`), { since: '2026-01-01T00:00:00Z' }),
  ],
  resendDelivery: [
    ['delivery.resend'],
    async () => operator.post(tenantPath(client, `/deliveries/${await delivery()}/resend`)),
  ],
  changeStorefront: [
    ['storefront.change'],
    () => operator.patch(tenantPath(client, '/storefront'), { access: 'code', code: 'kingfisher' }),
  ],
  setLogo: [
    ['storefront.set-logo'],
    () => operator.put(tenantPath(client, '/storefront/logo'), { data: LOGO.toString('base64') }),
  ],
  removeLogo: [['storefront.remove-logo'], () => operator.delete(tenantPath(client, '/storefront/logo'))],
  renewRegistration: [
    ['domain.renew'],
    async () => {
      await client.register('renewed.com');
      return operator.post(tenantPath(client, '/domains/renewed.com/renew'), { years: 1 });
    },
  ],
  updateDomain: [
    ['domain.update'],
    async () => {
      await client.register('updated.com');
      return operator.patch(tenantPath(client, '/domains/updated.com'), { locked: false });
    },
  ],
  deleteDomain: [
    ['domain.delete'],
    async () => {
      await client.register('deleted.com');
      return operator.delete(tenantPath(client, '/domains/deleted.com'));
    },
  ],
  setRegistry: [['registry.change'], () => operator.put(tenantPath(client, '/registry'), { transfer_delay: 'PT1H' })],
  decideOrder: [
    ['order.decide'],
    async () => {
      await client.pay(await client.orderOf('decided-pending.com'));
      return operator.post(tenantPath(client, '/registry/decide'), {
        domain: 'decided-pending.com',
        outcome: 'failed',
      });
    },
  ],
  verifyContact: [
    ['domain.update', 'domain.verify'],
    async () => {
      await client.register('verified.com');
      const contact = { ...ADA, email: 'unverified@example.com' };
      await operator.patch(tenantPath(client, '/domains/verified.com'), { contact });
      return operator.post(tenantPath(client, '/registry/verify'), { domain: 'verified.com' });
    },
  ],
  transferOut: [
    ['domain.transfer-out', 'domain.update'],
    async () => {
      await client.register('transferred.com');
      const path = tenantPath(client, '/domains/transferred.com');
      await operator.patch(path, { locked: false });
      const { auth_code } = (await operator.get(`${path}/auth-code`)).body.data;
      return operator.post(tenantPath(client, '/registry/transfer-out'), { domain: 'transferred.com', auth_code });
    },
  ],
  cancelOrder: [
    ['order.cancel'],
    async () => {
      const order = await client.orderOf('canceled-action-required.com');
      await client.pay(order);
      const waits = { domain: 'canceled-action-required.com', outcome: 'action_required' };
      await client.raw({ path: `${REGISTRY}/decide`, body: waits });
      return operator.post(tenantPath(client, `/orders/${order}/cancel`));
    },
  ],
  setClock: [['clock.change'], () => operator.put(tenantPath(client, '/clock'), { mode: 'running' })],
  advanceClock: [['clock.change'], () => operator.post(tenantPath(client, '/clock/advance'), { by: 'P1D' })],
  createWorld: [['world.create'], () => operator.post(tenantPath(client, '/worlds'), { name: 'audited' })],
  endWorld: [['world.end'], async () => operator.delete(tenantPath(client, `/worlds/${await world()}`))],
  addFault: [['fault.add'], () => operator.post(tenantPath(client, '/faults'), { fault: { kind: 'reset' } })],
  removeFault: [['fault.remove'], async () => operator.delete(tenantPath(client, `/faults/${await fault()}`))],
  removeAllFaults: [
    ['fault.remove'],
    async () => {
      await fault();
      return operator.delete(tenantPath(client, '/faults'));
    },
  ],
  resetSandbox: [['world.reset'], () => operator.post(tenantPath(client, '/reset'), { confirm: slug() })],
};

/** Sends the password of a new person with an authenticator app. */
async function changeFactors(path: string): Promise<unknown> {
  const user = await sandbox.person({ role: 'operator' });
  await addTotp(user);
  return user.post(path, { current: user.credentials.password });
}

/**
 * A secret of an app is not used before it is confirmed. A call with a key is logged as that call, a check, a comparison
 * and a preview change nothing, and a scenario is played in a world of its own.
 */
const NO_CHANGES = [
  'checkLink',
  'previewStorefront',
  'reconcile',
  'runScenario',
  'setUpTotp',
  'startConfirmation',
  'startPasskey',
  'startPasskeyLogin',
  'startSecondStep',
  'tryCall',
];

/** Values of keys and secrets, and hashes and passwords of accounts. */
const SECRET =
  /ny_(sandbox|live|pat)_\w{20}|whsec_|argon2|[a-z2-9]{5}(-[a-z2-9]{5}){3}|[a-z2-9]{4}(-[a-z2-9]{4}){3}|kettle|"hash"/;

describe('audit log entry of every change', () => {
  it('is tested for every operation that changes something', async () => {
    const { body } = await sandbox.call({ method: 'GET', path: PORTAL_DOCUMENT });
    const changing = portalOperations(body).filter(({ method }) => method !== 'GET');
    expect(changing.map(({ id }) => id).sort()).toEqual([...Object.keys(CHANGES), ...NO_CHANGES].sort());
  });

  it.each(Object.entries(CHANGES))('%s', async (_name, [actions, call]) => {
    const [last] = await sandbox.rows('SELECT coalesce(max(position), 0) AS position FROM platform.audit');
    const response = (await call()) as { status?: number; text?: string };
    if (response.status !== undefined && response.status >= 300) throw new Error(`it was refused: ${response.text}`);
    const lines = await sandbox.rows(
      `SELECT * FROM platform.audit WHERE position > $1 AND actor NOT IN ('tester', 'worker') ORDER BY action`,
      [last.position],
    );
    // Logging in for the test leaves an entry, too.
    const entries = actions.includes('session.begin')
      ? lines
      : lines.filter(({ action }) => action !== 'session.begin');
    expect(entries.map(({ action }) => action)).toEqual(actions);
    for (const line of entries) {
      expect({ ...line.before, ...line.after }).not.toEqual({});
      expect(line).toMatchObject({ actor: expect.stringMatching(/@example\.com$/), address: '127.0.0.1' });
      expect(line.actor_id).toMatch(/^usr_/);
      expect(JSON.stringify(line)).not.toMatch(SECRET);
    }
  });
});

describe('audit log entry', () => {
  it('records actor, change, tenant and address', async () => {
    const { key } = await sandbox.key(client.tenant, { permissions: ['sandbox.search'], limit: 7 });
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    await developer.patch(tenantPath(client, `/keys/${key.id}`), { name: 'Renamed', permissions: [] });
    const [line] = await entries('action=key.change');
    expect(line).toEqual({
      id: expect.stringMatching(/^aud_/),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      tenant: slug(),
      actor: developer.credentials.email,
      address: '127.0.0.1',
      action: 'key.change',
      subject: key.id,
      before: expect.objectContaining({ name: 'sandbox key', permissions: ['sandbox.search'], limit: 7 }),
      after: expect.objectContaining({ name: 'Renamed', permissions: [], limit: 7 }),
    });
  });

  it('has the slug of a world', async () => {
    const ofWorld = await sandbox.world(client);
    const { slug } = ofWorld.tenant;
    await operator.post(tenantPath(ofWorld, '/keys'), { name: 'key', scope: 'sandbox', permissions: [] });
    expect(await entries('action=key.create&limit=1')).toMatchObject([{ tenant: slug }]);
    await operator.delete(tenantPath(client, `/worlds/${slug}`));
    expect(await entries('action=key.create&limit=1')).toMatchObject([{ tenant: slug }]);
  });

  it('records failed logins with their reason, at most 30 per minute', async () => {
    const { credentials } = await sandbox.person({ role: 'developer', tenants: [client] });
    const logIn = (email: string) => sandbox.visitor().post('session', { email, password: 'not the right password' });
    const responses = [await logIn(credentials.email), await logIn('nobody@example.com')];
    expect(new Set(responses.map(({ body }) => JSON.stringify(body.error))).size).toBe(1);
    const failed = await entries('action=session.fail');
    expect(failed).toMatchObject([
      { actor: 'nobody@example.com', subject: 'nobody@example.com', after: { reason: 'unknown email' } },
      { actor: credentials.email, subject: credentials.id, address: '127.0.0.1', after: { reason: 'wrong password' } },
    ]);
    await sandbox.rows(
      `INSERT INTO platform.audit (at, actor, action, subject)
       SELECT at, actor, action, subject FROM platform.audit, generate_series(1, 15) WHERE action = 'session.fail'`,
    );
    await logIn('another@example.com');
    expect(JSON.stringify(await entries('action=session.fail'))).not.toContain('another@example.com');
  });

  it('is limited by action', async () => {
    const at = new Date();
    const since = new Date(at.getTime() - 60_000);
    const change = { action: 'limited', subject: 'limited' };
    for (let n = 0; n < 3; n++)
      await sandbox.app.get(Database).transaction(tx => auditAtMost(2, since, tx, TESTER, change, at));
    expect(await entries('action=limited')).toHaveLength(2);
  });

  it('shares a transaction with entities and prepared statements', async () => {
    const database = sandbox.app.get(Database);
    const { id } = client.tenant;
    const nameOf = new Statement<{ name: string; prepared: string[] }, { id: string }>(
      'test.name-of',
      `SELECT name, ARRAY(SELECT p.name FROM pg_prepared_statements p) AS prepared FROM tenancy.tenants WHERE id = :id`,
    );
    const rolledBack = database.transaction(async tx => {
      await tx.update(Tenant, { id }, { name: 'Changed' });
      expect(await nameOf.first(tx, { id })).toEqual({
        name: 'Changed',
        prepared: expect.arrayContaining(['test.name-of']),
      });
      await auditAtMost(1, new Date(0), tx, TESTER, { action: 'rolled-back', subject: id }, new Date());
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect((await nameOf.first(database, { id }))!.name).not.toBe('Changed');
    expect(await entries('action=rolled-back')).toEqual([]);
  });

  it('has the name of the access token', async () => {
    const token = await operator.token({ name: 'Terraform' });
    await token.patch(tenantPath(client), { name: 'Renamed by a script' });
    const [line] = await entries('action=tenant.change');
    expect(line).toMatchObject({ actor: `${operator.credentials.email} (token Terraform)`, subject: client.tenant.id });
  });

  it('is not written for rejected changes', async () => {
    const before = await entries();
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    const refused = [
      await developer.patch(tenantPath(client, `/keys/${client.key.id}`), { limit: 9 }),
      await operator.patch(tenantPath(client, `/keys/${client.key.id}`), { permissions: ['root'] }),
      await operator.post(tenantPath(client, '/keys/key_none/revoke')),
      await operator.post('tenants', { slug: slug() }),
      await operator.post('registrar', { state: 'on', reason: 'x', confirm: 'OFF' }),
      await operator.post(tenantPath(client, '/reset'), { confirm: 'another' }),
    ];
    for (const response of refused) expect(response.status).toBeGreaterThanOrEqual(400);
    const after = await entries();
    const isOurs = ({ action }: Entry) => !/^(session|person)\./.test(action);
    expect(after.find(isOurs)).toEqual(before.find(isOurs));
  });
});

describe('audit log list', () => {
  it('returns each entry once across pages, newest first', async () => {
    const all = (await operator.get('audit?limit=200')).body.data.entries as { id: string }[];
    const seen: { id: string }[] = [];
    for (let query: string | null = 'audit?limit=7'; query !== null;) {
      const page: { entries: { id: string }[]; next: string | null } = (await operator.get(query)).body.data;
      expect(page.entries.length).toBeLessThanOrEqual(7);
      seen.push(...page.entries);
      query = page.next === null ? null : `audit?limit=7&before=${page.next}`;
    }
    expect(seen).toEqual(all);
    expect(seen.length).toBeGreaterThan(20);
  });

  it('filters by tenant, action and kind of action', async () => {
    const other = await sandbox.tenant();
    await operator.patch(tenantPath(other), { suspended: true });
    const ofOther = await entries(`tenant=${other.tenant.slug}`);
    expect(ofOther.map(({ action }) => action)).toEqual(['tenant.suspend', 'key.create', 'tenant.create']);
    expect((await entries(`tenant=${other.tenant.slug}&action=key`)).map(({ action }) => action)).toEqual([
      'key.create',
    ]);
    expect(await entries(`tenant=${other.tenant.slug}&action=ke`)).toEqual([]);
    for (const { action } of await entries('action=tenant.create')) expect(action).toBe('tenant.create');
  });

  it('rejects invalid pages and unknown tenants', async () => {
    for (const query of ['before=x', 'before=1', 'limit=0', 'limit=201', 'limit=x'])
      expect(outcomeOf(await operator.get(`audit?${query}`))).toBe('422 VALIDATION_FAILED');
    expect(outcomeOf(await operator.get('audit?tenant=nobody'))).toBe('404 TENANT_NOT_FOUND');
  });
});
