import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { concurrently, outcomeOf, retryUnavailable, countOutcomes } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));

const count = async (table: string, where = 'true') =>
  (await sandbox.rows(`SELECT FROM ${table} WHERE tenant_id = $1 AND ${where}`, [client.tenant.id])).length;

const pay = (order: string, reference: string, headers?: Record<string, string>) =>
  retryUnavailable(() => client.pay(order, reference, headers));

async function expectOneOfEach(): Promise<void> {
  expect(await count('domains.registrations')).toBe(1);
  expect(await count('checkout.payments')).toBe(1);
  expect(await count('platform.events')).toBe(1);
  expect(await count('orders.orders', `status = 'paid'`)).toBe(1);
  await eventually(async () => {
    const rows = await sandbox.rows(
      'SELECT sum(registrations)::int AS n FROM usage.registrations WHERE tenant_id = $1',
      [client.tenant.id],
    );
    expect(rows[0].n).toBe(1);
  });
}

describe('50 concurrent requests for the same payment', () => {
  it('return the same 200 and create one registration, one payment and one event', async () => {
    const order = await client.orderOf('example.com', 2);
    const responses = await concurrently(50, () => pay(order, 'invoice-1'));
    expect(countOutcomes(responses)).toEqual({ 200: 50 });
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    await expectOneOfEach();
  });

  it('return the same 200 with 50 different idempotency keys', async () => {
    const order = await client.orderOf('example.com');
    const responses = await concurrently(50, n => pay(order, 'invoice-1', { 'X-Idempotency-Key': `key-${n}` }));
    expect(countOutcomes(responses)).toEqual({ 200: 50 });
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    await expectOneOfEach();
  });
});

describe('20 concurrent payments of orders for one domain', () => {
  it.each([
    ['without idempotency keys', false],
    ['with idempotency keys', true],
  ])('return one 200 and 19 times 409 DOMAIN_TAKEN %s', async (_, hasKeys) => {
    const orders = await concurrently(20, () => client.orderOf('example.com'));
    const responses = await concurrently(20, n =>
      pay(orders[n]!, `invoice-${n}`, hasKeys ? { 'X-Idempotency-Key': `key-${n}` } : {}),
    );
    expect(countOutcomes(responses)).toEqual({ 200: 1, '409 DOMAIN_TAKEN': 19 });
    await expectOneOfEach();
  });
});

describe('20 concurrent payments of one order with different references', () => {
  it('return one 200 and 19 times 409 ORDER_ALREADY_PAID', async () => {
    const order = await client.orderOf('example.com');
    const responses = await concurrently(20, n => pay(order, `invoice-${n}`));
    expect(countOutcomes(responses)).toEqual({ 200: 1, '409 ORDER_ALREADY_PAID': 19 });
    await expectOneOfEach();
  });
});

describe('20 concurrent payments of different orders with one reference', () => {
  it('return one 200 and 19 times 409 PAYMENT_REFERENCE_USED', async () => {
    const orders = await concurrently(20, n => client.orderOf(`example-${n}.com`));
    const responses = await concurrently(20, n => pay(orders[n]!, 'invoice-1'));
    expect(countOutcomes(responses)).toEqual({ 200: 1, '409 PAYMENT_REFERENCE_USED': 19 });
    await expectOneOfEach();
  });
});

describe('concurrent payments of 30 orders for three domains', () => {
  it('register each domain once and leave no order half paid', async () => {
    const names = ['a-name.com', 'b-name.com', 'c-name.com'];
    const orders = await concurrently(30, n => client.orderOf(names[n % 3]!));
    // Each order is paid three times, and each reference used for two orders.
    const responses = await concurrently(90, n => pay(orders[n % 30]!, `invoice-${n % 45}`));
    for (const response of responses) expect(outcomeOf(response)).toMatch(/^(200|409 \w+)$/);
    expect(await count('domains.registrations')).toBe(3);
    expect(await count('checkout.payments')).toBe(3);
    expect(await count('platform.events')).toBe(3);
    expect(await count('orders.orders', `status = 'paid'`)).toBe(3);
  });
});
