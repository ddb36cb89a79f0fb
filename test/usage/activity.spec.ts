import { WebhooksModule } from '#webhooks';
import { RecordUsage } from '#usage';
import type { TenantActivity } from '#usage/contract';
import { eventually } from '../support/eventually.js';
import { tenantPath } from '../support/portal-client.js';
import { TestReceiver } from '../support/receiver.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let receiver: TestReceiver | undefined;
beforeAll(async () => {
  const settings = { webhookAllowPrivateTargets: true, encryptionKey: Buffer.alloc(32, 1) };
  sandbox = await startSandbox({ settings, modules: [WebhooksModule] });
});
afterEach(async () => {
  sandbox.clock.reset();
  await receiver?.stop();
});

const HOUR = 3_600_000;
const timeIn = (ms: number) => new Date(Date.now() + ms).toISOString();

it('the activity of tenants has their requests of the last 24 hours, with those of worlds, and the last one', async () => {
  const operator = await sandbox.person({ role: 'operator' });
  const [client, quiet] = [await sandbox.tenant(), await sandbox.tenant()];
  sandbox.clock.advance({ days: -3 });
  await quiet.search({ domain: 'a.com' });
  await sandbox.app.get(RecordUsage).flush();
  sandbox.clock.reset();
  const before = Date.now();
  const world = await sandbox.world(client);
  for (const one of [client, world]) await one.search({ domain: 'not a domain' });
  await sandbox.app.get(RecordUsage).flush();
  const { body } = await operator.get('usage/tenants');
  const of = ({ tenant }: { tenant: { slug: string } }) =>
    (body.data.tenants as TenantActivity[]).find(one => one.tenant === tenant.slug)!;
  // With the request that created the world.
  expect(of(client)).toMatchObject({ requests: 3, errors: 2 });
  expect(Date.parse(of(client).last_request_at!)).toBeGreaterThanOrEqual(before);
  expect(of(quiet)).toMatchObject({ requests: 0, errors: 0 });
  expect(Date.now() - Date.parse(of(quiet).last_request_at!)).toBeGreaterThan(48 * HOUR);
});

it('orders, deliveries and the audit log are filtered by real time', async () => {
  const operator = await sandbox.person({ role: 'operator' });
  const client = await sandbox.tenant();
  receiver = await TestReceiver.start();
  await operator.post(tenantPath(client, '/receivers'), { url: receiver.url });
  await operator.put(tenantPath(client, '/clock'), { mode: 'frozen', now: '2030-01-01T00:00:00Z' });
  await client.register('of-today.com');
  const { slug } = client.tenant;
  const count = async (path: string, member: string, query: string) => {
    const { body } = await operator.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);
    return body.data[member].length as number;
  };
  const lists = [
    [tenantPath(client, '/orders'), 'orders'],
    [tenantPath(client, '/deliveries'), 'deliveries'],
    [`audit?tenant=${slug}`, 'entries'],
  ] as const;
  for (const [path, member] of lists) {
    await eventually(async () =>
      expect(await count(path, member, `from=${timeIn(-HOUR)}&to=${timeIn(HOUR)}`)).toBeGreaterThan(0),
    );
    expect(await count(path, member, `to=${timeIn(-HOUR)}`)).toBe(0);
    expect(await count(path, member, `from=${timeIn(HOUR)}`)).toBe(0);
  }
});
