import { runCliJson, type Environment, startWorker } from '../../processes/nameyard.js';
import { type Database, startDatabase } from '../../processes/postgres.js';
import { addReceiver, deliveryStates, insertEvents, WEBHOOKS } from '../../processes/webhooks.js';
import { waitFor } from '../../support/eventually.js';
import { TestReceiver } from '../../support/receiver.js';

/** Longer than the lease of a receiver and than the timeout of an attempt. */
const SENT_AGAIN_MS = 60_000;

let postgres: Database;
let env: Environment;
let receiver: TestReceiver;

beforeAll(async () => {
  [postgres, receiver] = await Promise.all([startDatabase(), TestReceiver.start()]);
  env = { ...WEBHOOKS, DATABASE_URL: postgres.url };
  await runCliJson(['migrate'], env);
  await addReceiver(postgres, receiver.url);
});

/** Inserts an event with instructions for its delivery, while no worker runs. Returns its ID. */
async function insertAltered(delivery: object): Promise<string> {
  const [event] = (await insertEvents(postgres, 1)) as [string];
  await postgres.query('UPDATE platform.events SET context = $2 WHERE id = $1', [event, JSON.stringify({ delivery })]);
  return event;
}

const stateOf = async (event: string) => Object.keys(await deliveryStates(postgres, [event]))[0];
const countOf = (event: string) => receiver.ids.filter(id => id === event).length;

describe('a worker killed while it holds deliveries', () => {
  it('leaves them to the next worker, which sends them when they are due', async () => {
    const late = await insertAltered({ effect: 'delay', seconds: 20 });
    const held = await insertAltered({ effect: 'reorder' });
    const withheld = await insertAltered({ effect: 'withhold' });
    const worker = await startWorker(env);
    await waitFor('the events to be read', async () => (await stateOf(withheld)) === 'skipped');
    expect([await stateOf(late), await stateOf(held)]).toEqual(['pending', 'pending']);
    worker.signal('SIGKILL');
    await worker.exited;

    const next = await startWorker(env);
    await waitFor('the late event', async () => (await stateOf(late)) === 'delivered', SENT_AGAIN_MS);
    const [later] = (await insertEvents(postgres, 1)) as [string];
    await waitFor('the held event', async () => (await stateOf(held)) === 'delivered', SENT_AGAIN_MS);
    expect(receiver.ids.filter(id => id !== late)).toEqual([later, held]);
    expect(await stateOf(withheld)).toBe('skipped');
    await next.end();
  });
});

describe('a worker killed between the copies of a message', () => {
  it('leaves the remaining copies to the next worker', async () => {
    const event = await insertAltered({ effect: 'duplicate', times: 3 });
    receiver.respondWith((_request, response) => {
      if (countOf(event) === 1) response.writeHead(200).end();
    });
    const worker = await startWorker(env);
    await waitFor('the second copy', () => countOf(event) === 2);
    worker.signal('SIGKILL');
    await worker.exited;
    expect(await stateOf(event)).toBe('pending');

    receiver.respondWith(200);
    const next = await startWorker(env);
    await waitFor('all copies', async () => (await stateOf(event)) === 'delivered', SENT_AGAIN_MS);
    expect(countOf(event)).toBe(4);
    await next.end();
  });
});
