import { jest } from '@jest/globals';
import { Reconciliations, RegistrarCalls, RegistrarFailure, RegistrarGateway, RegistrarStatus } from '#registrar';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { insertRegistrations } from '../support/insert-registrations.js';
import type { Sandbox } from '../support/sandbox.js';
import { openRegistrar, Shop, startLive } from './installation.js';

let registrar: Sandbox;
let account: Client;
let live: Sandbox;
let shop: Shop;

beforeAll(async () => {
  ({ registrar, account } = await openRegistrar());
  live = await startLive(registrar, account);
  shop = await Shop.open(live);
});

const reconcile = () => live.app.get(Reconciliations).run();
const status = () => live.app.get(RegistrarStatus).read();

async function buy(domain: string): Promise<void> {
  const id = await shop.buy(domain);
  await eventually(async () => expect((await shop.state(id)).domain_status).toBe('registered'));
}

const expiryOf = async (domain: string) => (await shop.get(`registrations/${domain}`)).data.expires_at;

describe('a reconciliation', () => {
  beforeAll(async () => {
    for (const domain of ['kept.com', 'renewed-there.com', 'deleted-there.com']) await buy(domain);
  });

  it('finds no differences after purchases', async () => {
    expect(await reconcile()).toEqual([]);
    expect(await status()).toMatchObject({ differences: [], orders: { registered: 3, pending: 0 } });
  });

  it('reports what differs, on all pages of the account, and takes over expiries', async () => {
    const before = await expiryOf('renewed-there.com');
    await account.pay(await account.renewalOf('renewed-there.com'));
    await account.raw({ method: 'DELETE', path: '/api/v1/sandbox/registrations/deleted-there.com' });
    await insertRegistrations(registrar, account, {
      count: 120,
      firstExpiry: '2031-01-01T00:00:00Z',
      secondsBetween: 60,
    });
    const found = await reconcile();
    const of = (kind: string) => found.filter(difference => difference.kind === kind);
    expect(of('missing_there')).toMatchObject([{ domain: 'deleted-there.com', there: null }]);
    expect(of('unknown_here')).toHaveLength(120);
    const [moved, ...others] = of('expiry') as { here: string; there: string }[];
    const { here, there } = moved!;
    expect(others).toEqual([]);
    expect(here).toBe(before);
    expect(await expiryOf('renewed-there.com')).toBe(there);
    expect(there > here).toBe(true);
    expect(found).toHaveLength(122);
    expect((await status()).differences).toEqual(found);
    expect(await reconcile()).toHaveLength(121);
  });

  it('reports a domain that the account has without a registration', async () => {
    await buy('lapsed-there.com');
    await account.deleteRegistration('lapsed-there.com');
    const find = jest.spyOn(live.app.get(RegistrarGateway), 'find');
    find.mockResolvedValue({ contact: null, isPending: true, expiresAt: null });
    const found = await reconcile().finally(() => find.mockRestore());
    expect(found).toContainEqual(expect.objectContaining({ kind: 'missing_there', domain: 'lapsed-there.com' }));
  });

  it('deletes contacts that no order uses', async () => {
    const labels = `SELECT details ->> 'label' AS label FROM facades.contacts WHERE tenant_id = $1`;
    const create = live.app.get(RegistrarGateway).createLabeledContact.bind(live.app.get(RegistrarGateway));
    const spy = jest
      .spyOn(live.app.get(RegistrarGateway), 'createLabeledContact')
      .mockImplementationOnce(async (owner, label) => {
        await create(owner, label);
        throw new RegistrarFailure('the answer was lost', { kind: 'unavailable' });
      });
    await buy('marked-twice.com');
    spy.mockRestore();
    const before = await registrar.rows(labels, [account.tenant.id]);
    await reconcile();
    const after = await registrar.rows(labels, [account.tenant.id]);
    expect(after).toHaveLength(before.length - 1);
    expect(new Set(after.map(({ label }) => label))).toEqual(new Set(before.map(({ label }) => label)));
  });

  it('reports prices that were raised since a purchase, once', async () => {
    await reconcile();
    await buy('priced.com');
    const setPrices = (price_percent: number) =>
      account.raw({ method: 'PUT', path: '/api/v1/sandbox/control/registry', body: { price_percent } });
    await setPrices(120);
    const raised = async () => (await reconcile()).filter(({ kind }) => kind === 'price');
    expect(await raised()).toEqual([{ kind: 'price', domain: 'priced.com', here: '11.99', there: '14.39' }]);
    expect(await raised()).toEqual([]);
    await setPrices(100);
  });

  it('reports holds and captures that differ from orders, and moves no money', async () => {
    const change = 'UPDATE registrar.accounts SET held = held + 100, spent = spent - 1 WHERE tenant_id = $1';
    await live.rows(change, [shop.client.tenant.id]);
    const tenant = shop.client.tenant.id;
    const { spent, held } = await shop.account();
    expect(await reconcile()).toEqual(
      expect.arrayContaining([
        { kind: 'captures', tenant, account: spent, orders: Math.round(100 * spent + 1) / 100 },
        { kind: 'holds', tenant, account: held, orders: 0 },
      ]),
    );
    expect(await shop.account()).toMatchObject({ spent, held: 1 });
  });

  it('waits while the registrar does not answer, and fails when it rejects the account', async () => {
    const list = jest.spyOn(live.app.get(RegistrarGateway), 'list');
    list.mockRejectedValueOnce(new RegistrarFailure('busy', { kind: 'unavailable', retryAfterMs: 10 }));
    expect((await reconcile()).length).toBeGreaterThan(0);
    list.mockRejectedValueOnce(new RegistrarFailure('wrong token', { kind: 'misconfigured', status: 401 }));
    await expect(reconcile()).rejects.toThrow('The reconciliation failed: wrong token');
    list.mockRejectedValueOnce(new TypeError('a bug'));
    await expect(reconcile()).rejects.toThrow('The reconciliation failed: a bug');
    list.mockRestore();
  });

  it('runs once a day', async () => {
    const daily = `SELECT id FROM registrar.reconciliations WHERE id NOT LIKE 'rec_%' AND differences IS NOT NULL`;
    await eventually(async () => expect(await live.rows(daily)).toHaveLength(1));
  });
});

describe('the status', () => {
  it('shows the connection as the processes see it', async () => {
    await shop.search('connected.com');
    expect(await status()).toMatchObject({
      driver: 'dnsimple',
      url: `${registrar.origin}/facades/dnsimple`,
      switch: 'on',
      circuit: 'closed',
      calls_left: expect.any(Number),
    });
  });

  it('is in the metrics', async () => {
    const metrics = await live.metrics();
    for (const line of [
      'nameyard_registrar_circuit_open 0',
      'nameyard_live_orders{state="stuck"} 0',
      'nameyard_live_oldest_unfinished_seconds 0',
      'nameyard_live_differences \\d+',
      'nameyard_registrar_call_seconds_count{call="list"} \\d+',
    ])
      expect(metrics).toMatch(new RegExp(`^${line.replaceAll(/[{}]/g, String.raw`\$&`)}$`, 'm'));
  });

  it('shows a closed circuit while the registrar answers between failures', async () => {
    const calls = live.app.get(RegistrarCalls);
    const fail = (kind: 'unavailable' | 'refused') =>
      calls.run('find', () => Promise.reject(new RegistrarFailure('a test', { kind }))).catch(() => {});
    for (let n = 0; n < 6; n++) {
      await fail('unavailable');
      await fail('refused');
    }
    expect((await status()).circuit).toBe('closed');
    expect((await shop.search('still-connected.com')).status).toBe(200);
  });

  it('shows an open circuit after failures in a row', async () => {
    const broken = { match: { operation: 'search' }, times: 10, fault: { kind: 'error', code: 'INTERNAL_ERROR' } };
    await account.raw({ path: '/api/v1/sandbox/control/faults', body: broken });
    for (let n = 0; n < 5; n++) await shop.search(`broken-${n}.com`);
    expect((await status()).circuit).toBe('open');
    const { body } = await shop.search('refused.com');
    expect(body.error.code).toBe('REGISTRAR_UNAVAILABLE');
    const look = () => live.app.get(RegistrarGateway).find('refused.com').catch(String);
    const { calls } = await live.app.get(RegistrarCalls).record(look);
    expect(calls).toMatchObject([{ call: 'find', status: null, error: 'the registrar does not answer' }]);
  });

  it('shows no connection without a registrar', async () => {
    expect(await registrar.app.get(RegistrarStatus).read()).toMatchObject({
      driver: 'none',
      url: null,
      circuit: null,
      calls_left: null,
      differences: null,
    });
  });
});
