import type { Client } from '../support/client.js';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;
let developer: PortalClient;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => {
  client = await sandbox.tenant();
  developer = await sandbox.person({ role: 'developer', tenants: [client] });
});

const add = (body: object) => developer.post(tenantPath(client, '/faults'), body);
const list = async () => (await developer.get(tenantPath(client, '/faults'))).body.data.faults;
const remove = (id = '') => developer.delete(tenantPath(client, `/faults${id && `/${id}`}`));
const search = async () => outcomeOf(await client.search({ domain: 'example.com' }));

const FAULT = { kind: 'error', code: 'SERVICE_UNAVAILABLE', phase: 'before' };

describe('a fault in the portal', () => {
  it('applies to the next requests, which it counts', async () => {
    const match = { operation: 'search', domain: '*.com' };
    const { status, body } = await add({ match, fault: FAULT, times: 2, skip: 1, expires_in: 'PT1H' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ match, fault: FAULT, times: 2, skip: 1, used: 0, remaining: 2 });
    expect([await search(), await search()]).toEqual(['200', '503 SERVICE_UNAVAILABLE']);
    expect(await list()).toEqual([{ ...body.data, used: 1, remaining: 1 }]);
  });

  it('no longer applies when it was removed, alone or with all others', async () => {
    const { id } = (await add({ fault: FAULT, times: 9 })).body.data;
    expect((await remove(id)).body.data).toEqual({ id, removed: true });
    expect(outcomeOf(await remove(id))).toBe('404 FAULT_NOT_FOUND');
    await add({ fault: FAULT });
    await add({ fault: { kind: 'hang' } });
    expect((await remove()).body.data).toEqual({ removed: 2 });
    expect(await search()).toBe('200');
  });

  it.each([
    [{ fault: { kind: 'explode' } }, 'INVALID_FAULT', ['fault.kind']],
    [{ fault: FAULT, times: 0, skip: -1 }, 'VALIDATION_FAILED', ['times', 'skip']],
  ])('is refused: %j', async (body, code, fields) => {
    const response = await add(body);
    expect([outcomeOf(response), fieldsOf(response)]).toEqual([`422 ${code}`, fields]);
    expect(await list()).toEqual([]);
  });

  it('is recorded in the audit log with its terms', async () => {
    const { id } = (await add({ match: { operation: 'search' }, fault: FAULT })).body.data;
    await remove(id);
    await add({ fault: FAULT });
    await remove();
    await remove();
    const rows = await sandbox.rows(
      `SELECT action, subject, before, after FROM platform.audit WHERE action LIKE 'fault.%' AND tenant_id = $1
       ORDER BY position`,
      [client.tenant.id],
    );
    const facts = expect.objectContaining({ operation: 'search', fault: FAULT, times: 1, skip: 0 });
    expect(rows).toEqual([
      { action: 'fault.add', subject: id, before: null, after: facts },
      { action: 'fault.remove', subject: id, before: facts, after: null },
      { action: 'fault.add', subject: expect.stringMatching(/^flt_/), before: null, after: expect.anything() },
      { action: 'fault.remove', subject: client.tenant.id, before: { rules: 1 }, after: null },
    ]);
  });
});
