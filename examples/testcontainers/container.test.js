import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connectNameyard } from 'nameyard/testing';
import { GenericContainer, Wait } from 'testcontainers';

/** Valid only in the container of this test. */
const apiKey = 'ny_sandbox_ForAThrowAwayContainerInCI0000004Q7enm';

let container;
let nameyard;

before(async () => {
  container = await new GenericContainer(process.env.NAMEYARD_IMAGE ?? 'nameyard:standalone')
    .withEnvironment({ BOOTSTRAP_API_KEY: apiKey, DEFAULT_RATE_LIMIT: '1000000' })
    .withExposedPorts(3000)
    .withWaitStrategy(Wait.forHealthCheck())
    // For receivers: the container reaches this machine as host.docker.internal.
    .withExtraHosts([{ host: 'host.docker.internal', ipAddress: 'host-gateway' }])
    .start();
  const baseUrl = `http://${container.getHost()}:${container.getMappedPort(3000)}/api/v1`;
  nameyard = await connectNameyard({ baseUrl, tenant: 'demo', apiKey });
});

after(async () => {
  await nameyard?.stop();
  await container?.stop();
});

test('receives the event of a purchase', async () => {
  const world = await nameyard.world();
  const receiver = await world.receiver({ host: 'host.docker.internal' });
  const { domains } = world.client;
  const owner = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
  const { order_id } = await domains.order({ domain: 'my-shop.com', years: 1, owner });
  await domains.checkout({ order_id, payment: { method: 'test', reference: 'invoice-1' } });
  const event = await receiver.next('domain.registered', { domain: 'my-shop.com' });
  assert.equal(event.data.order_id, order_id);
});
