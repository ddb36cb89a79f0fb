const { once } = require('node:events');
const { useWorld } = require('nameyard/jest');
const { createWebhookServer } = require('./webhook-server');

const world = useWorld();
const secrets = [];
let handle;
let server;

beforeEach(async () => {
  handle = jest.fn(async () => {});
  server = createWebhookServer({ secrets, handle: event => handle(event) }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}/`;
  secrets.splice(0, 1, (await world().client.control.receivers.add({ url })).secret);
});

afterEach(() => server.close());

async function register(domain) {
  const { domains } = world().client;
  const owner = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
  const { order_id } = await domains.order({ domain, years: 1, owner });
  await domains.checkout({ order_id, payment: { method: 'test', reference: domain } });
}

const delivered = () =>
  world().verify({ delivery: { event: 'domain.registered', state: 'delivered' }, times: 1, within: 'PT10S' });

test('handles an event once, even if it arrives three times', async () => {
  await world().fault({ fault: { kind: 'webhook', effect: 'duplicate', times: 3 } });
  await register('my-shop.com');
  await delivered();
  expect(handle).toHaveBeenCalledTimes(1);
  expect(handle.mock.calls[0][0].data.domain).toBe('my-shop.com');
});

test('does not handle an event with a wrong signature', async () => {
  await world().fault({ fault: { kind: 'webhook', effect: 'bad-signature' } });
  await register('my-shop.com');
  await world().verify({ delivery: { event: 'domain.registered', state: 'pending' }, times: 1, within: 'PT5S' });
  expect(handle).not.toHaveBeenCalled();
});

test('gets an event again that it could not handle', async () => {
  handle.mockRejectedValueOnce(new Error('The database is down'));
  await register('my-shop.com');
  await delivered();
  expect(handle).toHaveBeenCalledTimes(2);
});
