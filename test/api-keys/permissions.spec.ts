import { Keys } from '#api-keys';
import { ADA, type Client } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
import { appliesImmediately } from '../support/repeat-when-slow.js';
import { type Sandbox, sharedPeer, sharedSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let sandbox: Sandbox;
let peer: Sandbox;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  peer = await sharedPeer();
});

const CALLS: Record<string, (client: Client) => ReturnType<Client['search']>> = {
  'sandbox.search': client => client.search({ domain: 'example.com' }),
  'sandbox.order': client => client.order({ domain: 'example.com', years: 1, owner: ADA }),
  'sandbox.checkout': client => client.pay('ord_unknown'),
  'sandbox.events': client => client.follow(),
  'sandbox.control': client => client.getClock(),
};
const PERMISSIONS = Object.keys(CALLS);

describe('403 PERMISSION_DENIED', () => {
  it.each(PERMISSIONS)('names the missing permission %s', async permission => {
    const client = await sandbox.tenant({ permissions: PERMISSIONS.filter(other => other !== permission) });
    for (const [needed, call] of Object.entries(CALLS)) {
      const response = await call(client);
      expect(outcomeOf(response) === '403 PERMISSION_DENIED').toBe(needed === permission);
      if (needed === permission) expect(response.body.error.message).toContain(permission);
    }
  });

  it('is returned for a key without permissions', async () => {
    const client = await sandbox.tenant({ permissions: [] });
    for (const call of Object.values(CALLS)) expect(outcomeOf(await call(client))).toBe('403 PERMISSION_DENIED');
  });

  it('is not returned for sandbox.*', async () => {
    const client = await sandbox.tenant({ permissions: ['sandbox.*'] });
    for (const call of Object.values(CALLS)) expect((await call(client)).status).not.toBe(403);
  });
});

describe('403 SCOPE_DENIED', () => {
  it('is returned for a live key in the sandbox, before permissions are checked', async () => {
    const client = await sandbox.tenant({ scope: 'live' });
    for (const call of Object.values(CALLS)) expect(outcomeOf(await call(client))).toBe('403 SCOPE_DENIED');
  });
});

describe('key changes', () => {
  const search = async (client: Client) => outcomeOf(await client.search({ domain: 'example.com' }));

  it('apply to permissions in every process immediately', () =>
    appliesImmediately(async change => {
      const here = await sandbox.tenant();
      const there = peer.clientOf(here);
      expect([await search(here), await search(there)]).toEqual(['200', '200']);
      const keys = sandbox.app.get(Keys);
      await change(() => keys.change(here.key, { permissions: ['sandbox.order'] }, TESTER));
      for (const client of [here, there]) expect(await search(client)).toBe('403 PERMISSION_DENIED');
      await change(() => keys.change(here.key, { permissions: ['sandbox.search'] }, TESTER));
      for (const client of [here, there]) expect(await search(client)).toBe('200');
    }));

  it('reject a revoked key in every process immediately, and no other key of the tenant', () =>
    appliesImmediately(async change => {
      const here = await sandbox.tenant();
      const there = peer.clientOf(here);
      const other = await sandbox.key(here.tenant);
      expect([await search(here), await search(there)]).toEqual(['200', '200']);
      await change(() => peer.app.get(Keys).revoke(here.key, TESTER));
      for (const client of [here, there]) expect(await search(client)).toBe('401 API_KEY_INVALID');
      expect(await search(other)).toBe('200');
    }));

  it('accept a new key that was rejected before it existed', async () => {
    const first = await sandbox.tenant();
    const unknownHere = await sandbox.key(first.tenant);
    expect(await search(peer.clientOf(unknownHere))).toBe('200');
  });

  it('apply to the rate limit immediately', () =>
    appliesImmediately(async change => {
      const client = await sandbox.tenant({ limit: 5 });
      await client.search({ domain: 'example.com' });
      await change(() => sandbox.app.get(Keys).change(client.key, { limit: 500 }, TESTER));
      const { headers } = await client.search({ domain: 'example.com' });
      expect(headers['x-ratelimit-limit']).toBe('500');
    }));
});
