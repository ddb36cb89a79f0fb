import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceClient } from '../processes/client.js';
import { type Environment, startService, type Service } from '../processes/nameyard.js';
import { folderWithPostgres, startPostgres } from '../processes/postgres.js';
import { waitFor } from '../support/eventually.js';

const ROUNDS = 3;
const BUYERS = 8;

/** A purchase of one buyer. Retries use the same keys until both calls are acknowledged. */
interface Purchase {
  name: string;
  orderId: string | undefined;
  registeredAt: unknown;
}

let sent = 0;

/** Sends the calls that are not acknowledged yet; throws when the service disappears. */
async function completePurchase(client: ServiceClient, purchase: Purchase): Promise<void> {
  if (!purchase.orderId) {
    sent++;
    const { code, body } = await client.order(purchase.name, `order-${purchase.name}`);
    expect(code).toBe('ok');
    purchase.orderId = body.data?.order_id;
  }
  sent++;
  const { code, body } = await client.checkout(
    String(purchase.orderId),
    `ref-${purchase.name}`,
    `pay-${purchase.name}`,
  );
  expect(code).toBe('ok');
  purchase.registeredAt = (body.data as { registered_at?: unknown }).registered_at;
}

const isGone = (error: unknown): boolean => /^(ECONN|UND_ERR|EPIPE)/.test(String((error as { code?: unknown }).code));

/** Runs buyers until the service is killed. Interrupted purchases stay in the list. */
function runBuyers(client: ServiceClient, round: number, purchases: Purchase[]): Promise<unknown> {
  const buyers = Array.from({ length: BUYERS }, async (_, buyer) => {
    for (let n = 0; ; n++) {
      const purchase: Purchase = { name: `r${round}-b${buyer}-${n}.com`, orderId: undefined, registeredAt: undefined };
      purchases.push(purchase);
      await completePurchase(client, purchase);
    }
  });
  const untilGone = (error: unknown) => {
    if (!isGone(error)) throw error;
  };
  return Promise.all(buyers.map(buyer => buyer.catch(untilGone)));
}

describe('SIGKILL under load, three times', () => {
  it('loses no acknowledged request and applies none twice', async () => {
    const env: Environment = { DATA_DIR: folderWithPostgres(), DEFAULT_RATE_LIMIT: '1000000' };
    const purchases: Purchase[] = [];
    const interrupted: number[] = [];
    let service: Service = await startService(env);
    const credentials = { key: service.key, tenant: 'demo' };

    for (let round = 1; round <= ROUNDS; round++) {
      const running = runBuyers(service.client(credentials), round, purchases);
      const before = purchases.filter(purchase => purchase.registeredAt).length;
      await waitFor(
        'the load to start',
        () => purchases.filter(purchase => purchase.registeredAt).length > before + BUYERS,
      );
      await sleep(70 * round);
      service.program.signal('SIGKILL');
      await Promise.all([running, service.program.exited]);

      service = await startService(env);
      const client = service.client(credentials);
      const acknowledged = purchases.filter(purchase => purchase.registeredAt);
      const open = purchases.filter(purchase => !purchase.registeredAt);
      interrupted.push(open.length);
      await Promise.all(open.map(purchase => completePurchase(client, purchase)));
      for (const { orderId, name, registeredAt } of acknowledged.slice(-20)) {
        sent++;
        const again = await client.checkout(String(orderId), `ref-${name}`, `pay-${name}`);
        expect(again.body.data).toMatchObject({ domain: name, registered_at: registeredAt });
        expect(again.headers['idempotency-replayed']).toBe('true');
      }
    }

    expect(interrupted.every(count => count > 0)).toBe(true);
    await service.program.end();
    const postgres = await startPostgres(env['DATA_DIR']);
    expect(purchases.length).toBeGreaterThan(ROUNDS * BUYERS);
    const names = purchases.map(({ name }) => name).sort();
    const column = async (sql: string) => (await postgres.query<{ v: string }>(sql)).map(({ v }) => v).sort();
    expect(await column('SELECT domain AS v FROM domains.registrations')).toEqual(names);
    expect(await column(`SELECT body::jsonb #>> '{data,domain}' AS v FROM platform.events`)).toEqual(names);
    expect(await column('SELECT reference AS v FROM checkout.payments')).toEqual(names.map(name => `ref-${name}`));
    expect(await column('SELECT domain AS v FROM orders.orders')).toEqual(names);

    const number = async (sql: string) => Number((await postgres.query<{ n: string }>(sql))[0]?.n);
    const counted = await number('SELECT sum(registrations) AS n FROM usage.registrations');
    const uncounted = await number(
      `SELECT count(*) AS n FROM platform.events e, platform.consumers c WHERE c.name = 'usage.count-registrations'
       AND (e.epoch, e.transaction_id, e.position) > (c.epoch, c.transaction_id, c.position)`,
    );
    expect(counted + uncounted).toBe(names.length);
    expect(await number('SELECT sum(requests) AS n FROM usage.minutes')).toBeLessThanOrEqual(sent);
    expect(await number('SELECT count(*) AS n FROM usage.requests')).toBe(
      await number('SELECT sum(requests) AS n FROM usage.minutes'),
    );
  });
});
