import { tenantPath } from '../support/portal-client.js';
import { concurrently, outcomeOf, countOutcomes } from '../support/outcome.js';
import { ADA, type Client } from '../support/client.js';
import type { PortalClient } from '../support/portal-client.js';
import { type Sandbox, sharedSandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let operator: PortalClient;
let tenant: Client;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  operator = await sandbox.person({ role: 'operator' });
  tenant = await sandbox.tenant();
});

const openAccount = (given: object) =>
  operator.confirmed('people', { email: 'new@example.com', role: 'developer', ...given });

describe('POST /people', () => {
  it('returns a working password once', async () => {
    const slugs = [tenant.tenant.slug];
    const { body, status } = await openAccount({ email: 'Ada@Example.com', tenants: slugs });
    expect(status).toBe(201);
    expect(body.data.person).toMatchObject({ email: 'ada@example.com', role: 'developer', disabled: false });
    const ada = sandbox.visitor();
    expect((await ada.logIn('ada@example.com', body.data.password)).status).toBe(200);
    expect((await ada.get('tenants')).body.data.tenants).toMatchObject([{ slug: slugs[0] }]);
    expect((await operator.get('people')).text).not.toContain(body.data.password);
  });

  it('rejects a used email, missing tenants, unknown and temporary tenants, and invalid fields', async () => {
    const tenants = [tenant.tenant.slug];
    const tries = [
      await openAccount({ email: operator.credentials.email.toUpperCase(), tenants }),
      await openAccount({}),
      await openAccount({ tenants: [] }),
      await openAccount({ tenants: ['nobody'] }),
      await openAccount({ tenants: [(await sandbox.world(tenant)).tenant.slug] }),
      await openAccount({ role: 'root', tenants }),
      await openAccount({ tenants: 'demo' }),
      await openAccount({ tenants: ['demo\u0000'] }),
    ];
    expect(tries.map(outcomeOf)).toEqual([
      '409 ACCOUNT_EXISTS',
      '422 TENANT_MISSING',
      '422 TENANT_MISSING',
      '404 TENANT_NOT_FOUND',
      '404 TENANT_NOT_FOUND',
      '422 VALIDATION_FAILED',
      '422 VALIDATION_FAILED',
      '422 VALIDATION_FAILED',
    ]);
  });

  it('normalizes internationalized emails', async () => {
    const { body } = await openAccount({ email: 'Zoe\u0308@exa\u0308mple.com', role: 'operator' });
    expect(body.data.person.email).toBe('zo\u00eb@ex\u00e4mple.com');
    for (const email of ['zo\u00eb@ex\u00e4mple.com', 'ZOE\u0308@exa\u0308mple.com'])
      expect(outcomeOf(await sandbox.visitor().logIn(email, body.data.password))).toBe('200');
    expect(outcomeOf(await openAccount({ email: 'zo\u00eb@example.com', tenants: [tenant.tenant.slug] }))).toBe('201');
  });

  it('creates one account for concurrent requests with the same email', async () => {
    const responses = await concurrently(5, () => openAccount({ email: 'twin@example.com', role: 'operator' }));
    expect(countOutcomes(responses)).toEqual({ 201: 1, '409 ACCOUNT_EXISTS': 4 });
  });
});

describe('a developer', () => {
  it('has access to the assigned tenants after the next login', async () => {
    const other = await sandbox.tenant();
    const developer = await sandbox.person({ role: 'developer', tenants: [tenant] });
    expect((await developer.get(tenantPath(tenant, '/keys'))).status).toBe(200);
    expect(outcomeOf(await developer.get(tenantPath(other, '/keys')))).toBe('404 TENANT_NOT_FOUND');
    const tenants = [other.tenant.slug];
    expect(
      (await operator.confirmed(`people/${developer.credentials.id}`, { tenants }, 'PATCH')).body.data.tenants,
    ).toMatchObject([{ slug: tenants[0] }]);
    expect(outcomeOf(await developer.get('session'))).toBe('401 LOGIN_REQUIRED');
    await developer.startSession();
    expect(outcomeOf(await developer.get(tenantPath(tenant, '/keys')))).toBe('404 TENANT_NOT_FOUND');
    expect((await developer.get(tenantPath(other, '/keys'))).status).toBe(200);
  });

  it('needs at least one tenant', async () => {
    const developer = await sandbox.person({ role: 'developer', tenants: [tenant] });
    const response = await operator.confirmed(`people/${developer.credentials.id}`, { tenants: [] }, 'PATCH');
    expect(outcomeOf(response)).toBe('422 TENANT_MISSING');
  });

  it('with masked owners sees their first letters in lists and exports, and finds orders by them', async () => {
    await tenant.order({ domain: 'masked.com', years: 1, owner: ADA });
    const developer = await sandbox.person({ role: 'developer', tenants: [tenant] });
    const path = tenantPath(tenant, '/orders?owner=ada@example.com');
    const ownerSeen = async () => (await developer.get(path)).body.data.orders[0].owner;
    expect(await ownerSeen()).toMatchObject({ last_name: 'Lovelace', email: 'ada@example.com' });
    const masking = await operator.confirmed(`people/${developer.credentials.id}`, { owners_masked: true }, 'PATCH');
    expect(masking.body.data).toMatchObject({ owners_masked: true, tenants: [{ slug: tenant.tenant.slug }] });
    await developer.startSession();
    expect(await ownerSeen()).toEqual({ first_name: 'A…', last_name: 'L…', email: 'a…@example.com' });
    for (const format of ['csv', 'json']) {
      const { text } = await developer.get(tenantPath(tenant, `/orders/export?format=${format}`));
      expect(text).toContain('a…@example.com');
      expect(text).not.toContain('Lovelace');
    }
    const token = await developer.token();
    expect((await token.get(path)).body.data.orders[0].owner).toMatchObject({ last_name: 'L…' });
    await operator.confirmed(`people/${developer.credentials.id}`, { role: 'operator' }, 'PATCH');
    await developer.startSession();
    expect(await ownerSeen()).toMatchObject({ last_name: 'Lovelace' });
  });

  it('gets a new password only from an operator', async () => {
    const developer = await sandbox.person({ role: 'developer', tenants: [tenant] });
    expect(outcomeOf(await developer.post(`people/${developer.credentials.id}/password`))).toBe('403 OPERATORS_ONLY');
    const { body } = await operator.confirmed(`people/${developer.credentials.id}/password`);
    const { email, password } = developer.credentials;
    expect((await sandbox.visitor().logIn(email, password)).status).toBe(401);
    expect((await sandbox.visitor().logIn(email, body.data.password)).status).toBe(200);
  });

  it('returns 404 ACCOUNT_NOT_FOUND when the account does not exist', async () => {
    const tries = [
      await operator.patch('people/usr_none', { disabled: true }),
      await operator.confirmed('people/x/password'),
    ];
    expect(tries.map(outcomeOf)).toEqual(['404 ACCOUNT_NOT_FOUND', '404 ACCOUNT_NOT_FOUND']);
  });
});

describe('the last operator', () => {
  let separate: Sandbox;
  beforeEach(async () => void (separate = await startSandbox()));
  afterEach(() => separate.stop());

  const activeOperators = async () => {
    const rows = await separate.rows(`SELECT FROM identity.people WHERE role = 'operator' AND disabled_at IS NULL`);
    return rows.length;
  };

  it('cannot be disabled or demoted: 409 LAST_OPERATOR', async () => {
    const other = await separate.tenant();
    const last = await separate.person({ role: 'operator' });
    const retired = await separate.person({ role: 'operator' });
    expect((await last.patch(`people/${retired.credentials.id}`, { disabled: true })).status).toBe(200);
    const tries = [
      await last.patch(`people/${last.credentials.id}`, { disabled: true }),
      await last.confirmed(
        `people/${last.credentials.id}`,
        { role: 'developer', tenants: [other.tenant.slug] },
        'PATCH',
      ),
    ];
    expect(tries.map(outcomeOf)).toEqual(['409 LAST_OPERATOR', '409 LAST_OPERATOR']);
    expect((await last.get('session')).body.data).toMatchObject({ role: 'operator', disabled: false });
  });

  it('is kept when two operators disable each other concurrently', async () => {
    const pair = [await separate.person({ role: 'operator' }), await separate.person({ role: 'operator' })];
    for (let round = 0; round < 5; round++) {
      const responses = await concurrently(2, n =>
        pair[n]!.patch(`people/${pair[1 - n]!.credentials.id}`, { disabled: true }),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await activeOperators()).toBe(1);
      const winner = pair[responses.findIndex(({ status }) => status === 200)]!;
      for (const one of pair) await winner.confirmed(`people/${one.credentials.id}`, { disabled: false }, 'PATCH');
      for (const one of pair) await one.startSession();
    }
  });
});
