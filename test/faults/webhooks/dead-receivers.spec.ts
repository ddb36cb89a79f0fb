import { setTimeout as sleep } from 'node:timers/promises';
import { runCliJson, type Environment, startWorker } from '../../processes/nameyard.js';
import { type Database, startDatabase } from '../../processes/postgres.js';
import { waitFor } from '../../support/eventually.js';
import { addReceiver, addTenant, insertEvents, WEBHOOKS } from '../../processes/webhooks.js';
import { TestReceiver } from '../../support/receiver.js';

const RECEIVERS = 20;

/** Duration of the traffic. */
const TRAFFIC_MS = 8_000;
/** Few events, so that a slow machine delivers them in time too. */
const PAUSE_MS = 500;

/** Less than the attempt timeout of 15 seconds, which deliveries behind a blocked attempt would wait for. */
const MAX_DELAY_MS = 10_000;

let postgres: Database;
let receivers: { tenant: string; receiver: TestReceiver }[];

beforeAll(async () => {
  postgres = await startDatabase();
  const env: Environment = { ...WEBHOOKS, DATABASE_URL: postgres.url };
  await runCliJson(['migrate'], env);
  const tenants = [await addTenant(postgres), await addTenant(postgres)];
  receivers = [];
  for (let index = 0; index < RECEIVERS; index++) {
    const [receiver, tenant = ''] = [await TestReceiver.start(), tenants[index % tenants.length]];
    await addReceiver(postgres, receiver.url, tenant);
    receivers.push({ tenant, receiver });
  }
  await startWorker(env);
});

/** Inserts events for all tenants and returns their ids by tenant. */
async function traffic(): Promise<Map<string, string[]>> {
  const events = new Map(receivers.map(({ tenant }) => [tenant, [] as string[]]));
  for (const end = performance.now() + TRAFFIC_MS; performance.now() < end; await sleep(PAUSE_MS))
    for (const [tenant, ids] of events) ids.push(...(await insertEvents(postgres, 1, tenant)));
  return events;
}

describe('20 receivers', () => {
  for (const [dead, name] of [
    [1, 'delivers to 19 receivers in time while one hangs'],
    [10, 'delivers to 10 receivers in time while 10 hang'],
  ] as const)
    it(name, async () => {
      for (const { receiver } of receivers.slice(0, dead)) receiver.hold();
      const events = await traffic();
      const hasAll = ({ tenant, receiver }: (typeof receivers)[number]) => {
        const arrived = new Set(receiver.ids);
        return events.get(tenant)?.every(id => arrived.has(id));
      };
      await waitFor('the other receivers to get every event', () => receivers.slice(dead).every(hasAll), MAX_DELAY_MS);
      const all = [...events.values()].flat();
      const [late] = await postgres.query<{ ms: number }>(
        `SELECT extract(epoch FROM max(delivered_at - created_at)) * 1000 AS ms FROM webhooks.deliveries
         WHERE state = 'delivered' AND event_id = ANY($1)`,
        [all],
      );
      expect(Number(late?.ms)).toBeLessThan(MAX_DELAY_MS);
    });
});
