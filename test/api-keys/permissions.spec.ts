import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../support/client.js';
import { documentedOperations } from '../support/documents.js';
import { outcomeOf } from '../support/outcome.js';
import { ROOT } from '../support/paths.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;

beforeAll(async () => void (sandbox = await sharedSandbox()));

/** Every operation of the sandbox, with the permission that its documentation names. */
const OPERATIONS = documentedOperations(JSON.parse(readFileSync(join(ROOT, 'test/golden/openapi.json'), 'utf8')))
  .filter(({ path }) => path.startsWith('/api/v1/sandbox/'))
  .map(({ method, path, operation }) => ({
    call: operation.operationId,
    permission: operation['x-permission']!,
    send: (client: Client) =>
      client.raw({
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, 'x'),
        body: /get|delete/.test(method) ? undefined : {},
      }),
  }));

const PERMISSIONS = [...new Set(OPERATIONS.map(({ permission }) => permission))];

describe('403 PERMISSION_DENIED', () => {
  it.each(OPERATIONS)('is returned by $call for keys without $permission only', async ({ permission, send }) => {
    const without = await sandbox.tenant({ permissions: PERMISSIONS.filter(other => other !== permission) });
    const response = await send(without);
    expect(outcomeOf(response)).toBe('403 PERMISSION_DENIED');
    expect(response.body.error.message).toContain(permission);
    for (const permissions of [[permission], ['sandbox.*']])
      expect((await send(await sandbox.key(without.tenant, { permissions }))).status).not.toBe(403);
  });

  it('is returned for a key without permissions', async () => {
    const client = await sandbox.tenant({ permissions: [] });
    for (const { send } of OPERATIONS) expect(outcomeOf(await send(client))).toBe('403 PERMISSION_DENIED');
  });
});

describe('403 SCOPE_DENIED', () => {
  it('is returned for a live key in the sandbox, before permissions are checked', async () => {
    const client = await sandbox.tenant({ scope: 'live' });
    for (const { send } of OPERATIONS) expect(outcomeOf(await send(client))).toBe('403 SCOPE_DENIED');
  });
});
