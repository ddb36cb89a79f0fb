import { Cleanup } from '../../apps/worker/cleanup.js';
import { Receivers, WebhooksModule } from '#webhooks';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { TestReceiver } from '../support/receiver.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { TESTER } from '../support/tester.js';

let sandbox: Sandbox;
let receiver: TestReceiver;
let client: Client;

beforeAll(async () => {
  const settings = { webhookAllowPrivateTargets: true, encryptionKey: Buffer.alloc(32, 1) };
  sandbox = await startSandbox({ settings, modules: [WebhooksModule] });
  receiver = await TestReceiver.start();
  client = await sandbox.tenant();
});
afterEach(() => sandbox.clock.reset());

const add = () => sandbox.app.get(Receivers).add(client.tenant.id, { url: receiver.url }, TESTER);

/** Advances the clock by `days` days, cleans up, and returns the rows left per table. */
async function cleanUpAfter(days: number): Promise<Record<string, number>> {
  sandbox.clock.advance({ days });
  await sandbox.app.get(Cleanup).execute();
  const tables = ['events', 'idempotency_keys'].map(table => `platform.${table}`);
  tables.push(...['receivers', 'deliveries'].map(table => `webhooks.${table}`));
  const left: Record<string, number> = {};
  for (const table of tables) left[table] = Number((await sandbox.rows(`SELECT count(*) AS n FROM ${table}`))[0].n);
  return left;
}

describe('clean-up', () => {
  it('deletes completed rows after their retention period', async () => {
    const { receiver: kept } = await add();
    const { receiver: removed } = await add();
    await client.order(
      { domain: 'kept.com', years: 1, owner: { first_name: 'A', last_name: 'B', email: 'a@b.com' } },
      {
        'X-Idempotency-Key': 'once',
      },
    );
    await client.register('delivered.com');
    await eventually(async () =>
      expect(await sandbox.rows(`SELECT FROM webhooks.deliveries WHERE state = 'delivered'`)).toHaveLength(2),
    );
    await sandbox.app.get(Receivers).remove(client.tenant.id, removed.id, TESTER);
    const all = { 'webhooks.receivers': 2, 'webhooks.deliveries': 2, 'platform.events': 1 };
    expect(await cleanUpAfter(1)).toEqual({ ...all, 'platform.idempotency_keys': 1 });
    expect(await cleanUpAfter(1)).toEqual({ ...all, 'platform.idempotency_keys': 0 });
    expect(await cleanUpAfter(27)).toMatchObject(all);
    expect(await cleanUpAfter(2)).toMatchObject({
      'webhooks.receivers': 1,
      'webhooks.deliveries': 0,
      'platform.events': 1,
    });
    expect(await cleanUpAfter(15)).toMatchObject({ 'platform.events': 0 });
    expect(await sandbox.rows('SELECT id FROM webhooks.receivers')).toEqual([{ id: kept.id }]);
  });

  it('keeps rows with pending work', async () => {
    receiver.respondWith(500);
    await client.register('waits.com');
    await eventually(async () =>
      expect(await sandbox.rows('SELECT FROM webhooks.deliveries WHERE last_status = 500')).toHaveLength(1),
    );
    await sandbox.rows(`UPDATE webhooks.deliveries SET due_at = '9999-01-01'`);
    expect(await cleanUpAfter(40)).toMatchObject({ 'webhooks.deliveries': 1, 'platform.events': 1 });
  });
});
