import { type Client, CLOCK, FAULTS, WORLD, WORLDS } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
import type { PortalClient } from '../support/portal-client.js';
import { type Sandbox, sharedPeer, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let peer: Sandbox;
let operator: PortalClient;
let client: Client;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  peer = await sharedPeer();
  operator = await sandbox.person({ role: 'operator' });
});
beforeEach(async () => void (client = await sandbox.tenant()));

const setControl = (control: boolean) => operator.patch(`tenants/${client.tenant.slug}`, { control });
const search = (of: Client, headers = {}) => of.search({ domain: 'example.com' }, headers);

describe('an operator', () => {
  it('switches test control of a tenant and its worlds off and on, in every process', async () => {
    const world = await sandbox.world(client);
    expect((await setControl(false)).status).toBe(200);
    for (const each of [client, peer.clientOf(client), world, peer.clientOf(world)]) {
      for (const path of [CLOCK, FAULTS, WORLD, WORLDS])
        expect([path, outcomeOf(await each.get(path))]).toEqual([path, '403 CONTROL_DISABLED']);
      expect(outcomeOf(await search(each, { 'Sandbox-Fault': 'reset' }))).toBe('403 CONTROL_DISABLED');
      expect(outcomeOf(await search(each))).toBe('200');
    }
    expect((await setControl(true)).body.data.control).toBe(true);
    for (const each of [peer.clientOf(client), world]) expect(outcomeOf(await each.get(CLOCK))).toBe('200');
  });

  it('stops rules that exist', async () => {
    await client.raw({ path: FAULTS, body: { fault: { kind: 'error', code: 'INTERNAL_ERROR' }, times: 9 } });
    expect(outcomeOf(await search(client))).toBe('500 INTERNAL_ERROR');
    await setControl(false);
    expect(outcomeOf(await search(client))).toBe('200');
    await setControl(true);
    expect(outcomeOf(await search(client))).toBe('500 INTERNAL_ERROR');
  });

  it('also blocks changes of the clock in the portal, even by operators, but not reads', async () => {
    const clock = `tenants/${client.tenant.slug}/clock`;
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    await setControl(false);
    for (const person of [operator, developer]) {
      expect(outcomeOf(await person.put(clock, { mode: 'frozen' }))).toBe('403 CONTROL_DISABLED');
      expect(outcomeOf(await person.get(clock))).toBe('200');
    }
  });

  it('suspends the worlds together with their tenant', async () => {
    const world = await sandbox.world(client);
    await operator.patch(`tenants/${client.tenant.slug}`, { suspended: true });
    for (const each of [world, peer.clientOf(world)]) expect(outcomeOf(await search(each))).toBe('401 API_KEY_INVALID');
    await operator.patch(`tenants/${client.tenant.slug}`, { suspended: false });
    expect(outcomeOf(await search(world))).toBe('200');
  });
});
