import { ChangeKey, RevokeKey } from '#api-keys';
import { ADA, type Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let sandbox: Sandbox;
let peer: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
  peer = await startSandbox({ peerOf: sandbox });
});
afterAll(async () => {
  await peer.stop();
  await sandbox.stop();
});

const CALLS: Record<string, (client: Client) => ReturnType<Client['search']>> = {
  'sandbox.search': client => client.search({ domain: 'example.com' }),
  'sandbox.order': client => client.order({ domain: 'example.com', years: 1, owner: ADA }),
  'sandbox.checkout': client => client.pay('ord_unknown'),
  'sandbox.events': client => client.follow(),
};
const PERMISSIONS = Object.keys(CALLS);

describe('403 PERMISSION_DENIED', () => {
  it.each(PERMISSIONS)('names %s when the key lacks it, whatever else the key has', async permission => {
    const client = await sandbox.tenant({ permissions: PERMISSIONS.filter(other => other !== permission) });
    for (const [needed, call] of Object.entries(CALLS)) {
      const response = await call(client);
      expect(outcomeOf(response) === '403 PERMISSION_DENIED').toBe(needed === permission);
      if (needed === permission) expect(response.body.error.message).toContain(permission);
    }
  });

  it('for a key without any', async () => {
    const client = await sandbox.tenant({ permissions: [] });
    for (const call of Object.values(CALLS)) expect(outcomeOf(await call(client))).toBe('403 PERMISSION_DENIED');
  });

  it('not for sandbox.*', async () => {
    const client = await sandbox.tenant({ permissions: ['sandbox.*'] });
    for (const call of Object.values(CALLS)) expect((await call(client)).status).not.toBe(403);
  });
});

describe('403 SCOPE_DENIED', () => {
  it('for a live key in the sandbox, before its permissions are looked at', async () => {
    const client = await sandbox.tenant({ scope: 'live' });
    for (const call of Object.values(CALLS)) expect(outcomeOf(await call(client))).toBe('403 SCOPE_DENIED');
  });
});

describe('within a second, in every process', () => {
  const search = async (client: Client) => outcomeOf(await client.search({ domain: 'example.com' }));

  it('403 when a permission is taken away, and 200 when it is given back', async () => {
    const here = await sandbox.tenant();
    const there = peer.clientOf(here);
    expect([await search(here), await search(there)]).toEqual(['200', '200']);
    const change = sandbox.app.get(ChangeKey);
    await change.execute(here.key, { permissions: ['sandbox.order'] }, TESTER);
    for (const client of [here, there])
      await eventually(async () => expect(await search(client)).toBe('403 PERMISSION_DENIED'), 1_000);
    await change.execute(here.key, { permissions: ['sandbox.search'] }, TESTER);
    for (const client of [here, there]) await eventually(async () => expect(await search(client)).toBe('200'), 1_000);
  });

  it('401 when the key is revoked, and the other keys of the tenant work on', async () => {
    const here = await sandbox.tenant();
    const there = peer.clientOf(here);
    const other = await sandbox.key(here.tenant);
    expect([await search(here), await search(there)]).toEqual(['200', '200']);
    await peer.app.get(RevokeKey).execute(here.key, TESTER);
    for (const client of [here, there])
      await eventually(async () => expect(await search(client)).toBe('401 API_KEY_INVALID'), 1_000);
    expect(await search(other)).toBe('200');
  });

  it('200 with a key that was refused a moment before it was made', async () => {
    const first = await sandbox.tenant();
    const unknownHere = await sandbox.key(first.tenant);
    expect(await search(peer.clientOf(unknownHere))).toBe('200');
  });

  it('another limit when an operator sets one', async () => {
    const client = await sandbox.tenant({ limit: 5 });
    await client.search({ domain: 'example.com' });
    await sandbox.app.get(ChangeKey).execute(client.key, { limit: 500 }, TESTER);
    await eventually(async () => {
      const { headers } = await client.search({ domain: 'example.com' });
      expect(headers['x-ratelimit-limit']).toBe('500');
    }, 1_000);
  });
});
