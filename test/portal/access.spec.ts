import { Receivers, Deliveries, WebhooksModule } from '#webhooks';
import { Hosts } from '#tenancy';
import { RecordUsage } from '#usage';
import { type Client, FAULTS, PORTAL_DOCUMENT } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { EXPLORATIONS, report } from '../support/explorations.js';
import { bodyOf, portalOperations, pathOf, type PortalOperation, type Values } from '../support/portal-operations.js';
import { outcomeOf } from '../support/outcome.js';
import { tenantPath, type PortalClient, type Visitor } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { RouteRecorder, RouteRecorderModule } from '../support/route-recorder.js';
import { TESTER } from '../support/tester.js';

const DOMAIN = 'only-of-the-first-tenant.com';

/** All operations for operators only: a route that loses this restriction by accident fails the test. */
const FOR_OPERATORS = [
  'DELETE people/{id}/link',
  'GET audit',
  'GET people',
  'GET people/links',
  'GET people/{id}/tokens',
  'GET registrar/orders',
  'GET registrar/orders/{id}/steps',
  'GET registrar/status',
  'GET unauthenticated',
  'GET usage/tenants',
  'PATCH people/{id}',
  'PATCH tenants/{tenant}',
  'POST people',
  'POST people/invitations',
  'POST people/{id}/link',
  'POST people/{id}/password',
  'POST people/{id}/reset-factors',
  'POST people/{id}/tokens/{token}/revoke',
  'POST registrar',
  'POST registrar/orders/{id}/outcome',
  'POST registrar/reconcile',
  'POST registrar/tenants/{tenant}/credit',
  'POST tenants',
  'POST tenants/{tenant}/hosts/{id}/verify',
  'PUT registrar/tenants/{tenant}/limit',
];

/** Operations that end or start the caller's session. */
const SESSION_PATHS = ['session', 'sessions', 'password'];

/** All operations without a session, and the outcome of a call with examples. */
const FOR_VISITORS: Record<string, string> = {
  logIn: '422 VALIDATION_FAILED',
  finishLogIn: '401 LOGIN_EXPIRED',
  checkLink: '404 LINK_NOT_FOUND',
  setPasswordWithLink: '404 LINK_NOT_FOUND',
  loginMethods: '200',
  getSecondStep: '401 LOGIN_EXPIRED',
  startPasskeyLogin: '409 PASSKEYS_UNAVAILABLE',
  logInWithPasskey: '409 PASSKEYS_UNAVAILABLE',
  startSecondStep: '409 PASSKEYS_UNAVAILABLE',
  finishWithPasskey: '409 PASSKEYS_UNAVAILABLE',
};

/** All operations that change logins or access tokens: a token cannot call them. */
const WITHOUT_TOKENS = [
  'DELETE people/{id}/link',
  'DELETE session',
  'DELETE sessions',
  'DELETE sessions/others',
  'DELETE sessions/{id}',
  'GET confirmation',
  'GET factors',
  'GET people/{id}/tokens',
  'GET sessions',
  'GET tokens',
  'PATCH factors/passkeys/{id}',
  'PATCH people/{id}',
  'POST confirmation/options',
  'POST factors/passkeys',
  'POST factors/passkeys/options',
  'POST factors/passkeys/{id}/remove',
  'POST factors/recovery-codes',
  'POST factors/totp',
  'POST factors/totp/confirm',
  'POST factors/totp/remove',
  'POST password',
  'POST people',
  'POST people/invitations',
  'POST people/{id}/link',
  'POST people/{id}/password',
  'POST people/{id}/reset-factors',
  'POST people/{id}/tokens/{token}/revoke',
  'POST tokens',
  'POST tokens/{id}/revoke',
];

/** All operations that a session alone cannot call, because they change how somebody logs in. */
const NEED_CONFIRMATION = [
  'PATCH people/{id}',
  'POST factors/passkeys/options',
  'POST factors/passkeys/{id}/remove',
  'POST factors/recovery-codes',
  'POST factors/totp',
  'POST factors/totp/remove',
  'POST password',
  'POST people',
  'POST people/invitations',
  'POST people/{id}/link',
  'POST people/{id}/password',
  'POST people/{id}/reset-factors',
  'POST tokens',
];

/** Text that PostgreSQL refuses, and text that is too long for an index. */
const UNSTORABLE = ['a\u0000b', 'a\ud800b', 'x'.repeat(5_000)];

/** Operations that belong to a step that was confirmed, or only take access away. */
const NEED_NO_CONFIRMATION = [
  'DELETE people/{id}/link',
  'DELETE session',
  'DELETE sessions',
  'DELETE sessions/others',
  'DELETE sessions/{id}',
  'PATCH factors/passkeys/{id}',
  'POST confirmation/options',
  'POST factors/passkeys',
  'POST factors/totp/confirm',
  'POST people/{id}/tokens/{token}/revoke',
  'POST tokens/{id}/revoke',
];

let sandbox: Sandbox;
let operations: PortalOperation[];
let first: Client;
let second: Client;
let values: Values;
let operator: PortalClient;
let developer: PortalClient;
let stranger: PortalClient;

beforeAll(async () => {
  const encryptionKey = Buffer.alloc(32, 1);
  const settings = { webhookAllowPrivateTargets: true, encryptionKey, defaultRateLimit: 10_000 };
  sandbox = await startSandbox({ settings, modules: [WebhooksModule, RouteRecorderModule] });
  operations = portalOperations((await sandbox.call({ method: 'GET', path: PORTAL_DOCUMENT })).body);
  first = await sandbox.tenant();
  second = await sandbox.tenant();
  operator = await sandbox.person({ role: 'operator' });
  developer = await sandbox.person({ role: 'developer', tenants: [first] });
  stranger = await sandbox.person({ role: 'developer', tenants: [second] });
  values = await createObjects(first);
});

/** Creates one object of each kind that belongs to a tenant. */
async function createObjects({ tenant, key }: Client): Promise<Values> {
  const receivers = sandbox.app.get(Receivers);
  const { receiver } = await receivers.add(tenant.id, { url: 'http://127.0.0.1:9/' }, TESTER);
  const { body } = await first.register(DOMAIN);
  const since = new Date(Date.now() - 60_000);
  const recovery = await sandbox.app.get(Deliveries).recover(tenant.id, receiver.id, since, TESTER);
  await sandbox.app.get(RecordUsage).flush();
  const findId = (sql: string) =>
    eventually(async () => {
      const [row] = await sandbox.rows(sql, [tenant.id]);
      expect(row).toBeDefined();
      return String(row.id);
    });
  const fault = await first.raw({ path: FAULTS, body: { match: { domain: 'none.com' }, fault: { kind: 'reset' } } });
  const exploration = await first.raw({ path: EXPLORATIONS, body: report() });
  const { host } = await sandbox.app.get(Hosts).add(tenant.id, 'shop.example.com', TESTER);
  const shareLink = async () =>
    (await operator.post(tenantPath(first, '/storefront/links'), { hours: 1 })).body.data.id;
  const ids = {
    domains: DOMAIN,
    explorations: exploration.body.data.id,
    faults: fault.body.data.id,
    hosts: host,
    links: await shareLink(),
    keys: key.id,
    orders: body.data.order_id,
    receivers: receiver.id,
    worlds: (await sandbox.world(first)).tenant.slug,
    recoveries: recovery.id,
    people: (await sandbox.person({ role: 'operator' })).credentials.id,
    passkeys: 'psk_01920b3c6a7d7f0e8a4c5b6d7e8f9012',
    tokens: (await operator.token()).id,
    scenarios: 'no.such-scenario',
    sessions: 'ses_01920b3c6a7d7f0e8a4c5b6d7e8f9012',
    requests: (await operator.get(tenantPath(first, '/requests'))).body.data.requests[0].id,
    deliveries: await findId('SELECT id FROM webhooks.deliveries WHERE tenant_id = $1'),
  };
  const members = { key_id: key.id, confirm: 'no', slug: 'No Slug', email: 'no address', url: 'no address' };
  return { tenant: tenant.slug, ids, members };
}

const callOperation = (visitor: Visitor, operation: PortalOperation, given: Values) =>
  visitor.call({ method: operation.method, path: pathOf(operation, given), body: bodyOf(operation, given) });

const nameOf = ({ method, path }: PortalOperation) => `${method} ${path}`;
const isForOperators = (operation: PortalOperation) => FOR_OPERATORS.includes(nameOf(operation));

/** Logs the user in again if the call has ended the session. */
async function outcomeFor(person: PortalClient, operation: PortalOperation, given = values): Promise<string> {
  const outcome = outcomeOf(await callOperation(person, operation, given));
  if (SESSION_PATHS.includes(operation.path)) await person.startSession();
  return outcome;
}

/** Responses of the route itself, including validation errors. */
const ACCEPTED =
  /^(20\d|422 .*|409 .*|404 (?!TENANT_NOT_FOUND).*|403 CONFIRMATION_REQUIRED|401 LOGIN_EXPIRED|503 REGISTRAR_NOT_CONNECTED)$/;

describe('invalid path parameter', () => {
  it.each(['%00', 'x%00y', '%0A', '%1B', '%C2%85'])('returns 404 on every route: %s', async value => {
    const found = operations.filter(({ path }) => path.includes('{'));
    expect(found.length).toBeGreaterThan(20);
    for (const operation of found) {
      const names = operation.path.match(/\{\w+\}/g)!;
      for (const name of names) {
        const path = pathOf({ ...operation, path: operation.path.replace(name, value) }, values);
        const response = await operator.call({ method: operation.method, path, body: bodyOf(operation, values) });
        expect([operation.id, outcomeOf(response)]).toEqual([operation.id, '404 NOT_FOUND']);
      }
    }
  });
});

// Runs before the tests that delete these objects.
describe('access through another tenant', () => {
  const own = (): Values => ({ ...values, tenant: second.tenant.slug });

  it('returns 404 for ids of the tenant', async () => {
    const byId = operations.filter(
      ({ path, schema }) => /\{tenant\}.*\{(id|slug|domain)\}/.test(path) || schema?.properties?.key_id,
    );
    expect(byId.length).toBeGreaterThanOrEqual(4);
    for (const operation of byId) {
      const person = isForOperators(operation) ? operator : stranger;
      expect([nameOf(operation), await outcomeFor(person, operation, own())]).toEqual([
        nameOf(operation),
        expect.stringMatching(/^404 (?!TENANT_NOT_FOUND)[A-Z_]+_NOT_FOUND$/),
      ]);
    }
  });

  it('lists no data of the tenant with any filter', async () => {
    const traces = [DOMAIN, ...Object.values(values.ids)];
    const { receivers, orders } = values.ids;
    const domains = [`domain=${DOMAIN}`, `exact_domain=${DOMAIN}`];
    const filters = ['', `key=${first.key.id}`, `receiver=${receivers}`, `about=${orders}`, ...domains];
    for (const operation of operations.filter(({ method, path }) => method === 'GET' && !/\{(id|domain)\}/.test(path)))
      for (const filter of filters) {
        const { text } = await stranger.get(`${pathOf(operation, own())}?${filter}`);
        const requested = filter.split('=', 2)[1] ?? '';
        // An error may repeat the requested value, but no response may contain other values.
        const found = traces.filter(trace => trace !== requested && text.includes(trace));
        expect([nameOf(operation), filter, found]).toEqual([nameOf(operation), filter, []]);
      }
    for (const kind of ['keys', 'receivers', 'deliveries', 'requests', 'orders', 'worlds', 'faults', 'explorations'])
      expect((await developer.get(tenantPath(first, `/${kind}`))).text).toContain(values.ids[kind]);
    expect((await developer.get(tenantPath(first, '/domains'))).text).toContain(DOMAIN);
  });
});

describe('every portal route', () => {
  it('is for operators only exactly if it is in the list', () => {
    const { routes } = sandbox.app.get(RouteRecorder);
    const forOperators = routes.filter(({ access }) => (access as { person?: string })?.person === 'operator');
    const names = forOperators
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, url }) => `${method} ${url.replace('/portal/api/', '').replace(/:(\w+)/g, '{$1}')}`);
    expect(names.sort()).toEqual(FOR_OPERATORS);
    expect(operations.filter(isForOperators)).toHaveLength(FOR_OPERATORS.length);
  });

  it('returns 401 LOGIN_REQUIRED without a session', async () => {
    for (const operation of operations) {
      const outcome = outcomeOf(await callOperation(sandbox.visitor(), operation, values));
      expect([nameOf(operation), outcome]).toEqual([
        nameOf(operation),
        FOR_VISITORS[operation.id] ?? '401 LOGIN_REQUIRED',
      ]);
    }
  });

  it('accepts an operator', async () => {
    for (const operation of operations)
      expect([nameOf(operation), await outcomeFor(operator, operation)]).toEqual([
        nameOf(operation),
        FOR_VISITORS[operation.id] ?? expect.stringMatching(ACCEPTED),
      ]);
  });

  it('accepts a developer of the tenant, or returns 403 OPERATORS_ONLY', async () => {
    for (const operation of operations)
      expect([nameOf(operation), await outcomeFor(developer, operation)]).toEqual([
        nameOf(operation),
        isForOperators(operation) ? '403 OPERATORS_ONLY' : expect.stringMatching(ACCEPTED),
      ]);
  });

  it('returns 404 TENANT_NOT_FOUND to developers of other tenants', async () => {
    for (const operation of operations) {
      const outcome = await outcomeFor(stranger, operation);
      if (operation.path.includes('{tenant}'))
        expect([nameOf(operation), outcome]).toEqual([nameOf(operation), '404 TENANT_NOT_FOUND']);
      else if (isForOperators(operation))
        expect([nameOf(operation), outcome]).toEqual([nameOf(operation), '403 OPERATORS_ONLY']);
    }
  });

  it('accepts an access token like its person, unless it changes logins or tokens', async () => {
    const tokens = [await operator.token(), await developer.token(), await stranger.token()];
    const outcomesOf = async (operation: PortalOperation) =>
      Promise.all(tokens.map(async token => outcomeOf(await callOperation(token, operation, values))));
    for (const operation of operations.filter(({ id }) => !(id in FOR_VISITORS))) {
      const [own = '', ofDeveloper, ofStranger] = await outcomesOf(operation);
      if (WITHOUT_TOKENS.includes(nameOf(operation))) {
        expect([own, ofDeveloper, ofStranger]).toEqual(Array(3).fill('403 SESSION_REQUIRED'));
        continue;
      }
      expect([nameOf(operation), own]).toEqual([nameOf(operation), expect.stringMatching(ACCEPTED)]);
      if (isForOperators(operation)) expect(ofDeveloper).toBe('403 OPERATORS_ONLY');
      else expect([nameOf(operation), ofDeveloper]).toEqual([nameOf(operation), expect.stringMatching(ACCEPTED)]);
      if (operation.path.includes('{tenant}')) expect(ofStranger).toBe('404 TENANT_NOT_FOUND');
    }
  });

  it('refuses a session alone if it changes how somebody logs in', async () => {
    const changes = operations.filter(
      operation => WITHOUT_TOKENS.includes(nameOf(operation)) && operation.method !== 'GET',
    );
    expect(changes.map(nameOf).sort()).toEqual([...NEED_CONFIRMATION, ...NEED_NO_CONFIRMATION].sort());
    const other = { ...values, members: {} };
    const self = { ...other, ids: { ...values.ids, people: operator.credentials.id } };
    for (const operation of changes.filter(change => NEED_CONFIRMATION.includes(nameOf(change)))) {
      // Browsers have no passkeys at an IP address; the answer says so first.
      const expected = operation.path === 'factors/passkeys/options' ? '409 PASSKEYS_UNAVAILABLE' : undefined;
      for (const given of [other, self])
        expect([nameOf(operation), outcomeOf(await callOperation(operator, operation, given))]).toEqual([
          nameOf(operation),
          expected ?? '403 CONFIRMATION_REQUIRED',
        ]);
    }
  });

  it('does not return 5xx for text that cannot be stored', async () => {
    const withText = (operation: PortalOperation, member: string, value: unknown) =>
      operator.call({
        method: operation.method,
        path: pathOf(operation, values),
        body: { ...(bodyOf(operation, values) as object), [member]: value },
      });
    for (const operation of operations.filter(({ schema }) => schema))
      for (const [member, { type }] of Object.entries<{ type?: string | string[] }>(operation.schema.properties ?? {}))
        for (const text of UNSTORABLE) {
          const value = [type].flat().includes('array') ? [text] : text;
          expect((await withText(operation, member, value)).status).toBeLessThan(500);
        }
  });

  it('is not logged as a request of the tenant', async () => {
    await sandbox.app.get(RecordUsage).flush();
    expect(await sandbox.rows(`SELECT route FROM usage.requests WHERE route NOT LIKE '/api/%'`)).toEqual([]);
    const lines = sandbox.log.filter(({ path }) => String(path).startsWith('/portal/api/tenants/'));
    expect(lines.some(({ personId }) => personId === developer.credentials.id)).toBe(true);
    expect(lines.filter(({ keyId }) => keyId !== undefined)).toEqual([]);
  });

  it('returns the same response for unknown tenants and tenants of others', async () => {
    const textOf = async (operation: PortalOperation, tenant: string) => {
      const { text } = await callOperation(stranger, operation, { ...values, tenant });
      return text.replace(tenant, '…');
    };
    for (const operation of operations.filter(({ path }) => path.includes('{tenant}')))
      expect(await textOf(operation, 'nobody')).toBe(await textOf(operation, first.tenant.slug));
  });
});
