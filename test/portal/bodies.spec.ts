import { type Client, PORTAL_DOCUMENT } from '../support/client.js';
import { portalOperations, type PortalOperation } from '../support/portal-operations.js';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;
let operator: PortalClient;
let operations: PortalOperation[];

beforeAll(async () => {
  sandbox = await sharedSandbox();
  client = await sandbox.tenant();
  operator = await sandbox.person({ role: 'operator' });
  const all = portalOperations((await sandbox.call({ method: 'GET', path: PORTAL_DOCUMENT })).body);
  operations = all.filter(({ method }) => method === 'POST' || method === 'PATCH');
});

/** Sends a body to an operation. The id does not exist, because the body is validated first. */
const send = ({ method, path }: PortalOperation, body: string | undefined) =>
  operator.call({
    method,
    path: path.replace('{tenant}', client.tenant.slug).replace('{id}', 'none'),
    headers: { 'Content-Type': 'application/json' },
    body,
  });

describe('portal request with a body', () => {
  it.each(['[]', '"x"', '1', 'true', 'null'])('returns 422 for %s, which is not an object', async body => {
    expect(operations.length).toBeGreaterThanOrEqual(15);
    for (const operation of operations) {
      const response = await send(operation, body);
      expect([operation.id, outcomeOf(response)]).toEqual([operation.id, '422 VALIDATION_FAILED']);
      expect(fieldsOf(response)).toEqual(['body']);
    }
  });

  it('returns 400 without a body', async () => {
    for (const operation of operations)
      expect([operation.id, outcomeOf(await send(operation, undefined))]).toEqual([operation.id, '400 MALFORMED_JSON']);
  });
});

describe('optional field', () => {
  it('may be null, which is the same as absent', async () => {
    const created = await operator.post(tenantPath(client, '/keys'), {
      name: 'with nulls',
      scope: 'sandbox',
      permissions: null,
      limit: null,
      expires_at: null,
    });
    expect(created.status).toBe(201);
    expect(created.body.data.key).toMatchObject({ limit: 60, expires_at: null });
    const { id } = created.body.data.key as { id: string };
    const changed = await operator.patch(tenantPath(client, `/keys/${id}`), {
      name: null,
      permissions: null,
      limit: null,
    });
    expect(changed.body.data).toMatchObject({ name: 'with nulls', limit: 60 });
  });

  it.each(['', ' ', '\u00A0'])('may be the text %j, which is the same as absent', async blank => {
    const created = await operator.post(tenantPath(client, '/keys'), {
      name: 'blank',
      scope: 'sandbox',
      expires_at: blank,
    });
    expect(created.status).toBe(201);
    expect(created.body.data.key.expires_at).toBeNull();
    const { id } = created.body.data.key as { id: string };
    const changed = await operator.patch(tenantPath(client, `/keys/${id}`), { name: blank });
    expect(changed.body.data).toMatchObject({ name: 'blank' });
  });
});

describe('one line of text', () => {
  const forms = (): [path: string, body: object, field: string][] => [
    ['tenants', { slug: 'texts' }, 'name'],
    [tenantPath(client, '/keys'), { scope: 'sandbox' }, 'name'],
    [tenantPath(client, '/receivers'), { url: 'https://shop.example/' }, 'description'],
    [tenantPath(client, '/worlds'), {}, 'name'],
    [tenantPath(client, '/storefront/preview'), {}, 'name'],
    ['registrar', { state: 'off', confirm: 'OFF' }, 'reason'],
  ];

  it.each(['\u200B', '\u3164', '\u2800', 'a\u2028b', 'a\u202Eb', 'a\uFFFEb', 'a\u0085b'])(
    'is not %j in any form',
    async text => {
      for (const [path, body, field] of forms()) {
        const response = await operator.post(path, { ...body, [field]: text });
        expect([path, outcomeOf(response), fieldsOf(response)]).toEqual([path, '422 VALIDATION_FAILED', [field]]);
      }
    },
  );
});
