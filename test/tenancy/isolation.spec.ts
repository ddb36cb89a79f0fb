import { ADA } from '../support/client.js';
import { eventually, NOTIFICATION_MS } from '../support/eventually.js';
import { outcomeOf } from '../support/outcome.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
beforeAll(
  async () => void (sandbox = await startSandbox({ settings: { source: 'acme-sandbox', serviceName: 'acme' } })),
);

describe('tenant isolation', () => {
  it('registers domains per tenant', async () => {
    const [one, other] = [await sandbox.tenant(), await sandbox.tenant()];
    await one.register('example.com');
    expect([await one.statusOf('example.com'), await other.statusOf('example.com')]).toEqual(['taken', 'available']);
    expect(outcomeOf(await one.order({ domain: 'example.com', years: 1, owner: ADA }))).toBe('409 DOMAIN_TAKEN');
    await other.register('example.com');
    expect(await sandbox.rows(`SELECT FROM domains.registrations WHERE domain = 'example.com'`)).toHaveLength(2);
  });

  it('shares data among the keys of a tenant', async () => {
    const client = await sandbox.tenant();
    const otherKey = await sandbox.key(client.tenant);
    const order = await client.orderOf('example.com');
    expect((await otherKey.pay(order)).status).toBe(200);
    expect(await client.statusOf('example.com')).toBe('taken');
  });

  it('keeps idempotency keys, payment references and order ids apart', async () => {
    const [one, other] = [await sandbox.tenant(), await sandbox.tenant()];
    const key = { 'X-Idempotency-Key': 'same' };
    for (const client of [one, other]) {
      const { order_id } = (await client.order({ domain: 'same.com', years: 1, owner: ADA }, key)).body.data;
      expect(outcomeOf(await client.pay(order_id, 'same', key))).toBe('200');
    }
  });
});

describe('the configured source', () => {
  it('is in each response', async () => {
    const client = await sandbox.tenant();
    const { order_id } = (await client.order({ domain: 'example.com', years: 1, owner: ADA })).body.data;
    for (const { body } of [await client.search({ domain: 'example.com' }), await client.pay(order_id)])
      expect([body.meta.source, body.data.meta.source]).toEqual(['acme-sandbox', 'acme-sandbox']);
  });
});

describe('421 MISDIRECTED_REQUEST at the host name of a tenant', () => {
  const misdirected = (path: string, Host: string) =>
    eventually(async () => {
      const response = await sandbox.call({ path, headers: { Host } });
      expect(outcomeOf(response)).toBe('421 MISDIRECTED_REQUEST');
    }, NOTIFICATION_MS);

  beforeAll(() => sandbox.tenant({ host: 'Brand.Example' }));

  it.each(['brand.example', 'BRAND.example', 'brand.example:8443'])('is returned for Host: %s', async Host => {
    await misdirected('/api/v1/nothing', Host);
  });

  it.each(['/api/v1/sandbox/domains/order', '/api/v1/registrar/domains/search', '/%61pi/v1/sandbox/domains/order'])(
    'is returned at %s without a key',
    async path => {
      await misdirected(path, 'brand.example');
    },
  );

  it('is returned for a valid key', async () => {
    const client = await sandbox.tenant();
    const response = await client.search({ domain: 'example.com' }, { Host: 'brand.example' });
    expect(outcomeOf(response)).toBe('421 MISDIRECTED_REQUEST');
  });

  it('is not returned for other hosts', async () => {
    const client = await sandbox.tenant();
    for (const Host of ['api.example', 'example', 'x.brand.example', 'brand.example.com', 'localhost:1'])
      expect((await client.search({ domain: 'example.com' }, { Host })).status).toBe(200);
  });
});
