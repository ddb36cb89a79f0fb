import { join } from 'node:path';
import { jest } from '@jest/globals';
import { connectNameyard, explore, type NameyardServer, type World } from '../../libs/testing/index.js';
import { freePort, ROOT } from '../support/paths.js';
import { sharedWebhookSandbox } from '../support/sandbox.js';

let nameyard: NameyardServer;

beforeAll(async () => {
  const sandbox = await sharedWebhookSandbox();
  const { tenant, key } = await sandbox.tenant({ limit: 1_000_000 });
  nameyard = await connectNameyard({ baseUrl: sandbox.origin, tenant: tenant.slug, apiKey: key.value });
});

afterAll(() => nameyard.stop());

const SHOP = join(import.meta.dirname, 'shops/node/shop.mjs');
const BUGGY_SHOP = join(ROOT, 'examples/buggy-shop/server.js');
const BUY = 'POST /orders domain={domain}&years={years}&email={email}&token={token}';
const STATE = 'GET /api/state?domain={domain}';

async function exploreShop(bug: string, replay: string, shop = SHOP, used?: World) {
  const world = used ?? (await nameyard.world());
  return explore(world, {
    run: `BUG=${bug} exec node ${shop}`,
    buy: BUY,
    state: STATE,
    webhooks: '/webhooks',
    replay,
  });
}

describe('an exploration', () => {
  it.each([
    'buy + checkout:reset/after',
    'buy + checkout:error=RATE_LIMITED/before + webhook:stale',
    'buy pending=failed',
    'buy pending=failed + webhook:forged + webhook:withhold',
    'buy + clock:P1Y',
  ])('finds nothing in a correct shop: %s', async plan => {
    const { findings, not_reproduced, plans } = await exploreShop('', plan);
    expect({ findings, not_reproduced }).toEqual({ findings: [], not_reproduced: [] });
    expect(plans).toMatchObject([{ plan, result: 'passed' }]);
  });

  it('does not blame the shop for other receivers of the world, and removes its own', async () => {
    const world = await nameyard.world();
    const receiver = await world.receiver();
    receiver.answer(500);
    const { findings } = await exploreShop('', 'buy', SHOP, world);
    expect(findings).toEqual([]);
    expect((await world.client.control.receivers.list()).receivers.map(({ id }) => id)).toEqual([receiver.id]);
    await expect(receiver.next('domain.registered')).resolves.toBeDefined();
  });

  it('receives webhooks at the host name that the server knows', async () => {
    const world = await nameyard.world();
    const add = jest.spyOn(world.client.control.receivers, 'add');
    process.env['NAMEYARD_RECEIVER_HOST'] = 'localhost';
    const { plans } = await exploreShop('', 'buy + webhook:duplicate', SHOP, world).finally(
      () => delete process.env['NAMEYARD_RECEIVER_HOST'],
    );
    expect(add).toHaveBeenCalledWith({ url: expect.stringMatching(/^http:\/\/localhost:/) });
    expect(plans.map(({ result }) => result)).toEqual(['passed']);
  });

  it('waits until the registry of the world has decided', async () => {
    const world = await nameyard.world();
    await world.registry.set({ registration: 'async', registration_delay: 'PT3S' });
    const { findings, not_reproduced } = await exploreShop('', 'buy', SHOP, world);
    expect({ findings, not_reproduced }).toEqual({ findings: [], not_reproduced: [] });
  });

  it.each([
    ['renew', 'needs the option renew'],
    ['buy + webhook:forged', 'needs the option webhooks'],
    ['buy + webhook:stale', 'needs the option webhooks'],
    ['renew + second-tab', 'cannot happen together'],
  ])('refuses a plan that cannot be played: %s', async (replay, message) => {
    const world = await nameyard.world();
    await expect(explore(world, { run: 'exit 1', buy: 'POST /orders', replay })).rejects.toThrow(message);
  });

  it('refuses to change the webhooks of a shop that it does not start', async () => {
    const world = await nameyard.world();
    const options = { shop: 'http://127.0.0.1:9', buy: BUY, webhooks: '/webhooks', replay: 'buy + webhook:stale' };
    await expect(explore(world, options)).rejects.toThrow("The plan 'buy + webhook:stale' needs the option run.");
  });

  it.each(['webhook:duplicate', 'checkout:reset/after'])(
    'finds a customer who was told no, but has paid, and the shortest plan that shows it, also with a further step %s',
    async step => {
      const { findings } = await exploreShop('timeout-declined', `buy + checkout:reset/after + ${step}`);
      expect(findings).toMatchObject([{ oracle: 'told-no', plan: 'buy + checkout:reset/after' }]);
      expect(findings[0]!.replay).toBe(`explore(world, { ...options, replay: 'buy + checkout:reset/after' })`);
      expect(findings[0]!.story.map(({ text }) => text)).toContain('checkout: no response ANSWER_LOST');
    },
  );

  it('says that the limit of the key is too low, before the shop starts', async () => {
    const world = await nameyard.world({ limit: 60 });
    await expect(explore(world, { run: 'exit 1', buy: 'POST /orders' })).rejects.toThrow(
      'The key allows 60 requests per minute, but 8 purchases at the same time need 8000.',
    );
  });

  it('finds a customer who was told yes although the order is not paid', async () => {
    const { findings } = await exploreShop(
      'background-checkout',
      'buy pending=registered + checkout:error=PAYMENT_DECLINED/before',
    );
    expect(findings).toMatchObject([{ oracle: 'told-yes', truth: expect.stringMatching(/^ord_\w+ is created\.$/) }]);
  });

  it('reports the output of a shop that ends during the exploration', async () => {
    const world = await nameyard.world();
    const program = `require('http').createServer(() => { console.log('out of memory'); process.exit(1); }).listen(process.env.PORT)`;
    const options = { run: `exec node -e "${program}"`, buy: 'POST /orders', webhooks: '/webhooks' };
    await expect(explore(world, options)).rejects.toThrow(/^The shop ended while it was explored\. [^]*out of memory/);
  });

  it('waits for a shop that listens only on the host of its address', async () => {
    const world = await nameyard.world();
    // Only Linux has this address without a configuration; others have the loopback address of IPv6.
    const host = process.platform === 'linux' ? '127.0.0.2' : '::1';
    const program = `require('http').createServer((_, response) => response.writeHead(404).end()).listen(process.env.PORT, '${host}')`;
    const shop = `http://${host.includes(':') ? `[${host}]` : host}:${await freePort()}`;
    const options = { run: `exec node -e "${program}"`, shop, buy: 'POST /orders' };
    await expect(explore(world, options)).rejects.toThrow('customer: buy: 404');
  });

  it('does not need the documentation, which a proxy may not forward', async () => {
    const send = fetch;
    const mock = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation((url, init) =>
        String(url).endsWith('/docs/openapi.json')
          ? Promise.resolve(new Response('<h1>Not found</h1>', { status: 404 }))
          : send(url, init),
      );
    const { nameyard: version, plans } = await exploreShop('', 'buy');
    mock.mockRestore();
    expect([version, plans.map(({ result }) => result)]).toEqual(['unknown', ['passed']]);
  });

  it('continues if a request for the state has no response', async () => {
    const world = await nameyard.world();
    let asked = 0;
    const { findings, plans } = await explore(world, {
      run: `BUG= exec node ${SHOP}`,
      buy: BUY,
      state: async (customer, { domain }) => {
        if (++asked % 2 === 0) throw new TypeError('fetch failed');
        return customer.fetch(`/api/state?domain=${domain}`);
      },
      replay: 'buy + checkout:reset/after',
    });
    expect([findings, plans.map(({ result }) => result)]).toEqual([[], ['passed']]);
  });

  it('says why the state of a purchase without faults cannot be read', async () => {
    const world = await nameyard.world();
    const state = async () => {
      throw new Error('no such page');
    };
    await expect(explore(world, { run: `BUG= exec node ${SHOP}`, buy: BUY, state })).rejects.toThrow(
      /^The state of \S+ could not be read: no such page\.$/,
    );
  });

  it.each(['mails', '*.mails'])('ignores members of the state by name or path: %s', async member => {
    const world = await nameyard.world();
    const { findings, plans } = await explore(world, {
      run: `BUG=repeated-webhook exec node ${BUGGY_SHOP}`,
      buy: BUY,
      state: STATE,
      webhooks: '/webhooks',
      ignore: [member],
      replay: 'buy + webhook:duplicate',
    });
    expect([findings, plans.map(({ result }) => result)]).toEqual([[], ['passed']]);
  });

  it('says what was tried if a purchase without faults does not work', async () => {
    const world = await nameyard.world();
    const options = { run: `node ${SHOP}`, buy: 'POST /unknown', webhooks: '/webhooks' };
    await expect(explore(world, options)).rejects.toThrow(/without faults does not work[^]*customer: buy: 404/);
  });
});

describe('examples/buggy-shop', () => {
  it('has a finding for each of its bugs, and none without', async () => {
    const bugs = {
      '': ['buy + double-click', undefined],
      'lost-answer': ['buy + checkout:reset/after', 'told-no'],
      'double-click': ['buy + double-click', 'state'],
      'no-refund': ['buy pending=failed', 'failure-unnoticed'],
      'repeated-webhook': ['buy + webhook:duplicate', 'state'],
      'unsigned-webhook': ['buy + webhook:forged', 'invalid-webhook-accepted'],
    } as const;
    const found = await Promise.all(
      Object.entries(bugs).map(async ([bug, [plan]]) => {
        const { findings } = await exploreShop(bug, plan, BUGGY_SHOP);
        return [bug, [plan, findings[0]?.oracle]];
      }),
    );
    expect(Object.fromEntries(found)).toEqual(bugs);
  });
});
