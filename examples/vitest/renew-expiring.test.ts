import { fixtures } from 'nameyard/vitest';
import { test as base, expect } from 'vitest';
import { renewExpiring } from './renew-expiring.js';

const test = base.extend(fixtures);

const owner = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

test('renews a domain in the last month of its term', async ({ world }) => {
  const { domains, registrations } = world.client;
  const order = await domains.order({ domain: 'my-shop.com', years: 1, owner });
  const paid = await domains.checkout({
    order_id: order.order_id,
    payment: { method: 'test', reference: 'invoice-1' },
  });
  const receiver = await world.receiver();

  const early = await world.advance('P10M');
  expect(await renewExpiring(world.client, new Date(early.now))).toEqual([]);

  const due = await world.advance('P50D');
  expect(due.happened.map(({ type }) => type)).toEqual(['domain.expiring']);
  expect(await renewExpiring(world.client, new Date(due.now))).toEqual(['my-shop.com']);

  const { data } = await receiver.next('domain.renewed', { domain: 'my-shop.com' });
  expect(data.expires_at).toBe((await registrations.get('my-shop.com')).expires_at);
  expect(Date.parse(data.expires_at)).toBeGreaterThan(Date.parse(paid.expires_at));
});

test('renews nothing in a new world', async ({ world }) => {
  expect(await renewExpiring(world.client, new Date('2040-01-01'))).toEqual([]);
});
