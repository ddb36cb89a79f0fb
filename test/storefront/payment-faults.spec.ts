import type { Client } from '../support/client.js';
import { Shops } from './shops.js';

let shops: Shops;
let client: Client;

beforeAll(async () => {
  shops = await Shops.start();
  client = await shops.open();
});

describe('a payment that fails on purpose', () => {
  it('has no effect when the service is unavailable', async () => {
    const developer = await shops.developer(client);
    const order = await developer.order('my-unavailable-shop.com');
    await developer.get(order);
    const { status, text } = await developer.post(order, { outcome: 'unavailable' });
    expect(status).toBe(503);
    expect(text).toContain("-H 'Sandbox-Fault: error;code=SERVICE_UNAVAILABLE;phase=before'");
    expect(await client.statusOf('my-unavailable-shop.com')).toBe('available');
  });

  it('takes place when its response is lost, and is not repeated', async () => {
    const developer = await shops.developer(client);
    const order = await developer.order('my-lost-shop.com');
    expect((await developer.get(order)).text).toContain('the response is lost');
    const { payments } = await shops.effects(client);
    const { status, text } = await developer.post(order, { outcome: 'lost' });
    expect(status).toBe(504);
    expect(text).toContain('No response arrived.');
    expect(text).toContain("-H 'Sandbox-Fault: error;code=GATEWAY_TIMEOUT;phase=after'");
    expect(text).toMatch(/control\.faults\.add\(\{[^;]*kind: 'error',\s*code: 'GATEWAY_TIMEOUT',\s*phase: 'after',/);
    expect(await client.statusOf('my-lost-shop.com')).toBe('taken');
    expect((await developer.get(`${order}/receipt`)).text).not.toContain('>Basket');
    expect((await developer.get('/domains')).text).not.toContain('>Basket');
    const repeated = await developer.post(order, { outcome: 'succeeds' });
    expect([repeated.status, repeated.headers['location']]).toEqual([303, `${order}/receipt`]);
    expect((await shops.effects(client)).payments).toBe(payments + 1);
  });

  it('is marked in the log', () => {
    const failed = shops.sandbox.log.filter(({ status }) => Number(status) >= 500);
    expect(failed.map(({ faulted }) => faulted)).toEqual(['storefront', 'storefront']);
  });

  it('is not offered to other visitors', async () => {
    const visitor = shops.shopper(client);
    const order = await visitor.order('my-normal-shop.com');
    expect((await visitor.get(order)).text).not.toContain('the response is lost');
    expect((await visitor.post(order, { outcome: 'lost' })).status).toBe(422);
    expect(await client.statusOf('my-normal-shop.com')).toBe('available');
  });
});
