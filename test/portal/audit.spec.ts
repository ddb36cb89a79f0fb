import { AddReceiver, WebhooksModule } from '#webhooks';
import { type Client, PORTAL_DOCUMENT } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { operationsOf } from '../support/operations.js';
import { outcomeOf } from '../support/outcome.js';
import { at, type PortalClient } from '../support/person.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let sandbox: Sandbox;
let operator: PortalClient;
let client: Client;

beforeAll(async () => {
  const settings = { webhookAllowPrivateTargets: true, encryptionKey: Buffer.alloc(32, 1) };
  sandbox = await startSandbox({ settings, modules: [WebhooksModule] });
  operator = await sandbox.person({ role: 'operator' });
  client = await sandbox.tenant();
});
afterAll(() => sandbox.stop());

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
  const add = sandbox.app.get(AddReceiver);
  return (await add.execute(client.tenant.id, { url: 'http://127.0.0.1:9/hook' }, TESTER)).receiver.id;
}

/** Adds a receiver and waits for a delivery whose attempt is finished. */
async function delivery(): Promise<string> {
  const id = await receiver();
  await client.register(`audited-${Math.random().toString(36).slice(2)}.com`);
  return eventually(async () => {
    const [row] = await sandbox.rows(
      `SELECT id FROM webhooks.deliveries WHERE receiver_id = $1 AND attempts > 0 AND held_until IS NULL`,
      [id],
    );
    expect(row).toBeDefined();
    return row.id as string;
  });
}

const person = async () => (await sandbox.person({ role: 'operator' })).who.id;

/** For each operation that changes data: its actions in the audit log, and a successful call. */
const CHANGES: Record<string, [actions: string[], call: () => Promise<unknown>]> = {
  logIn: [['session.begin'], () => operator.elsewhere()],
  logOut: [['session.end'], async () => (await operator.elsewhere()).delete('session')],
  logOutEverywhere: [['session.end-all'], async () => (await sandbox.person({ role: 'operator' })).delete('sessions')],
  changePassword: [
    ['person.change-password'],
    async () => {
      const somebody = await sandbox.person({ role: 'operator' });
      return somebody.post('password', { current: somebody.who.password, password: 'a kettle of seven rabbits' });
    },
  ],
  openAccount: [['person.create'], () => operator.post('people', { email: 'new@example.com', role: 'operator' })],
  changePerson: [['person.change'], async () => operator.patch(`people/${await person()}`, { disabled: true })],
  resetPassword: [['person.reset-password'], async () => operator.post(`people/${await person()}/password`)],
  openTenant: [['tenant.create'], () => operator.post('tenants', { slug: 'audited', host: 'shop.example.com' })],
  changeTenant: [['tenant.change'], () => operator.patch(`tenants/${slug()}`, { name: 'Another name' })],
  createKey: [['key.create'], () => operator.post(at(client, '/keys'), { name: 'CI', scope: 'sandbox', limit: 5 })],
  changeKey: [
    ['key.change'],
    () => operator.patch(at(client, `/keys/${client.key.id}`), { permissions: ['sandbox.*'], limit: 1_000 }),
  ],
  rollKey: [
    ['key.create', 'key.roll'],
    async () => {
      const { key } = await sandbox.key(client.tenant);
      return operator.post(at(client, `/keys/${key.id}/roll`), { overlap_hours: 1 });
    },
  ],
  revokeKey: [
    ['key.revoke'],
    async () => operator.post(at(client, `/keys/${(await sandbox.key(client.tenant)).key.id}/revoke`)),
  ],
  turnKillSwitch: [
    ['registrar.off'],
    () => operator.post('registrar', { state: 'off', reason: 'a drill', confirm: 'OFF' }),
  ],
  addReceiver: [['receiver.create'], () => operator.post(at(client, '/receivers'), { url: 'http://127.0.0.1:9/' })],
  changeReceiver: [
    ['receiver.change', 'receiver.switch-off'],
    async () => operator.patch(at(client, `/receivers/${await receiver()}`), { description: 'shop', state: 'off' }),
  ],
  removeReceiver: [['receiver.remove'], async () => operator.delete(at(client, `/receivers/${await receiver()}`))],
  rotateSecret: [
    ['receiver.rotate-secret'],
    async () => operator.post(at(client, `/receivers/${await receiver()}/rotate`), { overlap_hours: 1 }),
  ],
  testReceiver: [['receiver.test'], async () => operator.post(at(client, `/receivers/${await receiver()}/test`))],
  recoverDeliveries: [
    ['receiver.recover'],
    async () => operator.post(at(client, `/receivers/${await receiver()}/recover`), { since: '2026-01-01T00:00:00Z' }),
  ],
  resendDelivery: [
    ['delivery.resend'],
    async () => operator.post(at(client, `/deliveries/${await delivery()}/resend`)),
  ],
  resetWorld: [['world.reset'], () => operator.post(at(client, '/reset'), { confirm: slug() })],
};

/** Try-it calls are API calls, so they are in the request log instead. */
const NO_CHANGES = ['tryCall'];

/** Key values, signing secrets, passwords and hashes. */
const SECRET = /ny_(sandbox|live)_\w{20}|whsec_|argon2|[a-z2-9]{5}(-[a-z2-9]{5}){3}|kettle|"hash"/;

describe('The audit log', () => {
  it('is tested with every operation that changes data', async () => {
    const { body } = await sandbox.call({ method: 'GET', path: PORTAL_DOCUMENT });
    const changing = operationsOf(body).filter(({ method }) => method !== 'GET');
    expect(changing.map(({ id }) => id).sort()).toEqual([...Object.keys(CHANGES), ...NO_CHANGES].sort());
  });

  it.each(Object.entries(CHANGES))('records %s', async (_name, [actions, call]) => {
    const [last] = await sandbox.rows('SELECT coalesce(max(position), 0) AS position FROM platform.audit');
    const answer = (await call()) as { status?: number; text?: string };
    if (answer.status !== undefined && answer.status >= 300) throw new Error(`the call failed: ${answer.text}`);
    const lines = await sandbox.rows(
      `SELECT * FROM platform.audit WHERE position > $1 AND actor NOT IN ('tester', 'worker') ORDER BY action`,
      [last.position],
    );
    // Some changes log in first, which adds an entry.
    const recorded = actions.includes('session.begin')
      ? lines
      : lines.filter(({ action }) => action !== 'session.begin');
    expect(recorded.map(({ action }) => action)).toEqual(actions);
    for (const line of recorded) {
      expect(line).toMatchObject({ actor: expect.stringMatching(/@example\.com$/), address: '127.0.0.1' });
      expect(line.actor_id).toMatch(/^usr_/);
      expect(JSON.stringify(line)).not.toMatch(SECRET);
    }
  });
});

describe('An audit log entry', () => {
  it('contains actor, address, tenant, action, subject and the values before and after', async () => {
    const { key } = await sandbox.key(client.tenant, { permissions: ['sandbox.search'], limit: 7 });
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    await developer.patch(at(client, `/keys/${key.id}`), { name: 'Renamed', permissions: [] });
    const [line] = await entries('action=key.change');
    expect(line).toEqual({
      id: expect.stringMatching(/^aud_/),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      tenant: slug(),
      actor: developer.who.email,
      address: '127.0.0.1',
      action: 'key.change',
      subject: key.id,
      before: expect.objectContaining({ name: 'sandbox key', permissions: ['sandbox.search'], limit: 7 }),
      after: expect.objectContaining({ name: 'Renamed', permissions: [], limit: 7 }),
    });
  });

  it('is not written for a rejected change', async () => {
    const before = await entries();
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    const rejected = [
      await developer.patch(at(client, `/keys/${client.key.id}`), { limit: 9 }),
      await operator.patch(at(client, `/keys/${client.key.id}`), { permissions: ['root'] }),
      await operator.post(at(client, '/keys/key_none/revoke')),
      await operator.post('tenants', { slug: slug() }),
      await operator.post('registrar', { state: 'on', reason: 'x', confirm: 'OFF' }),
      await operator.post(at(client, '/reset'), { confirm: 'another' }),
    ];
    for (const answer of rejected) expect(answer.status).toBeGreaterThanOrEqual(400);
    const after = await entries();
    const isOurs = ({ action }: Entry) => !/^(session|person)\./.test(action);
    expect(after.find(isOurs)).toEqual(before.find(isOurs));
  });
});

describe('GET /audit', () => {
  it('returns all entries page by page, newest first', async () => {
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
    await operator.patch(at(other), { suspended: true });
    const ofOther = await entries(`tenant=${other.tenant.slug}`);
    expect(ofOther.map(({ action }) => action)).toEqual(['tenant.suspend', 'key.create', 'tenant.create']);
    expect((await entries(`tenant=${other.tenant.slug}&action=key`)).map(({ action }) => action)).toEqual([
      'key.create',
    ]);
    expect(await entries(`tenant=${other.tenant.slug}&action=ke`)).toEqual([]);
    for (const { action } of await entries('action=tenant.create')) expect(action).toBe('tenant.create');
  });

  it('returns 422 for an invalid page and 404 for an unknown tenant', async () => {
    for (const query of ['before=x', 'before=1', 'limit=0', 'limit=201', 'limit=x'])
      expect(outcomeOf(await operator.get(`audit?${query}`))).toBe('422 VALIDATION_FAILED');
    expect(outcomeOf(await operator.get('audit?tenant=nobody'))).toBe('404 TENANT_NOT_FOUND');
  });
});
