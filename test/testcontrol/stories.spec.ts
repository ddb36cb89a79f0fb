import type { EndedWorldList, WorldStoryView } from '#testcontrol/contract';
import { Cleanup } from '../../apps/worker/cleanup.js';
import { type Client, FAULTS, WORLDS } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import { type PortalClient, tenantPath } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let parent: Client;
let developer: PortalClient;

beforeAll(async () => void (sandbox = await startSandbox()));
afterEach(() => sandbox.clock.reset());

beforeEach(async () => {
  parent = await sandbox.tenant();
  developer = await sandbox.person({ role: 'developer', tenants: [parent] });
});

const storyOf = (world: Client, person = developer) =>
  person.get(tenantPath(parent, `/worlds/${world.tenant.slug}/story`));

const endedWorlds = async () =>
  ((await developer.get(tenantPath(parent, '/worlds/ended'))).body.data as EndedWorldList).worlds;

const end = (world: Client) => parent.raw({ method: 'DELETE', path: `${WORLDS}/${world.tenant.slug}` });

/** Waits until the worker has kept the story and removed the rows of the world. */
const removed = (world: Client) =>
  eventually(async () => {
    expect(await sandbox.rows('SELECT id FROM tenancy.tenants WHERE id = $1', [world.tenant.id])).toEqual([]);
  });

describe('story of a world', () => {
  it('has its requests, orders, faults and clock, and stays the same after its end', async () => {
    const world = await sandbox.world(parent, { name: 'checkout test' });
    await world.freeze('2040-01-01T00:00:00Z');
    await world.raw({ path: FAULTS, body: { match: { operation: 'search' }, fault: { kind: 'reset' } } });
    await world.register('shop.com');
    await world.order({ domain: 'not a domain' });
    const { body } = await storyOf(world);
    const live = body.data as WorldStoryView;
    expect(live).toMatchObject({
      tenant: world.tenant.slug,
      name: 'checkout test',
      ended_at: null,
      clock: 'frozen',
      clock_now: '2040-01-01T00:00:00.000Z',
      orders: [{ domain: 'shop.com', status: 'paid', domain_status: 'registered' }],
      deliveries: [],
      faults: [{ match: { operation: 'search' }, used: 0 }],
    });
    expect(live.requests.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
      'order 201',
      'checkout 200',
      'order 422',
    ]);
    await end(world);
    sandbox.clock.advance({ ms: 6_000 });
    await removed(world);
    const { ended_at, ...kept } = (await storyOf(world)).body.data as WorldStoryView;
    expect({ ...kept, ended_at: null }).toEqual(live);
    expect(await endedWorlds()).toEqual([{ tenant: world.tenant.slug, name: 'checkout test', ended_at }]);
  });

  it('is removed after 7 days', async () => {
    const world = await sandbox.world(parent);
    await end(world);
    sandbox.clock.advance({ ms: 6_000 });
    await removed(world);
    expect(outcomeOf(await storyOf(world))).toBe('200');
    sandbox.clock.advance({ days: 7 });
    await sandbox.app.get(Cleanup).execute();
    await developer.startSession();
    expect(outcomeOf(await storyOf(world))).toBe('404 STORY_NOT_FOUND');
    expect(await endedWorlds()).toEqual([]);
  });

  it('is 404 for another tenant', async () => {
    const world = await sandbox.world(parent);
    const other = await sandbox.tenant();
    const stranger = await sandbox.person({ role: 'developer', tenants: [other] });
    const answer = await stranger.get(tenantPath(other, `/worlds/${world.tenant.slug}/story`));
    expect(outcomeOf(answer)).toBe('404 STORY_NOT_FOUND');
  });
});

describe('requests of worlds', () => {
  it('name their world, also after its end, and can be filtered by it', async () => {
    const [one, two] = [await sandbox.world(parent, { name: 'one' }), await sandbox.world(parent, { name: 'two' })];
    await one.search({ domain: 'one.com' });
    await two.search({ domain: 'two.com' });
    await parent.search({ domain: 'own.com' });
    const list = async (query = '') =>
      ((await developer.get(tenantPath(parent, `/requests${query}`))).body.data.requests as Row[])
        .filter(({ domain }) => domain !== null)
        .map(({ domain, world }) => `${domain} ${world?.name}`)
        .toSorted();
    await eventually(async () => expect(await list()).toEqual(['one.com one', 'own.com undefined', 'two.com two']));
    await end(one);
    sandbox.clock.advance({ ms: 6_000 });
    await removed(one);
    expect(await list(`?world=${one.tenant.slug}`)).toEqual(['one.com one']);
    expect(await list(`?world=${two.tenant.slug}`)).toEqual(['two.com two']);
    expect(await list('?world=w-unknown')).toEqual([]);
  });
});

interface Row {
  domain: string | null;
  world: { name: string } | null;
}
