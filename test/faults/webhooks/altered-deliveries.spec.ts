import { type Environment, startInstallation, startWorker } from '../../processes/nameyard.js';
import type { Database } from '../../processes/postgres.js';
import { addReceiver, addTenant, deliveryStates, insertEvents, WEBHOOKS } from '../../processes/webhooks.js';
import { waitFor } from '../../support/eventually.js';
import { TestReceiver } from '../../support/receiver.js';

/** Longer than the lease of a receiver and than the timeout of an attempt. */
const SENT_AGAIN_MS = 60_000;

let postgres: Database;
let env: Environment;
let receiver: TestReceiver;
let receiverOfCopies: TestReceiver;

beforeAll(async () => {
  ({ postgres, env } = await startInstallation(WEBHOOKS));
  [receiver, receiverOfCopies] = [await TestReceiver.start(), await TestReceiver.start()];
  await addReceiver(postgres, receiver.url);
});

/** Inserts an event with instructions for its delivery, while no worker runs. Returns its ID. */
async function insertAltered(delivery: object, tenant?: string): Promise<string> {
  const [event] = (await insertEvents(postgres, 1, tenant)) as [string];
  await postgres.query('UPDATE platform.events SET context = $2 WHERE id = $1', [event, JSON.stringify({ delivery })]);
  return event;
}

/** Whether the receiver of an event is due no later than its delivery. */
async function isReceiverDueInTime(event: string): Promise<boolean> {
  const [row] = await postgres.query<{ inTime: boolean }>(
    `SELECT c.due_at <= d.due_at AS "inTime" FROM webhooks.deliveries d JOIN webhooks.cursors c USING (receiver_id)
     WHERE d.event_id = $1`,
    [event],
  );
  return row!.inTime;
}

/** Ends the delay of an event, whose receiver would otherwise be due only with its next delivery. */
async function makeDue(event: string): Promise<void> {
  await postgres.query(
    `WITH due AS (UPDATE webhooks.deliveries SET due_at = now() WHERE event_id = $1 RETURNING receiver_id)
     UPDATE webhooks.cursors SET due_at = now() WHERE receiver_id IN (SELECT receiver_id FROM due)`,
    [event],
  );
}

const stateOf = async (event: string) => Object.keys(await deliveryStates(postgres, [event]))[0];

describe('a worker killed while it holds deliveries, and between the copies of a message', () => {
  let copied: string;

  it('leaves what it holds to the next worker, which sends it when it is due', async () => {
    const tenant = await addTenant(postgres);
    await addReceiver(postgres, receiverOfCopies.url, tenant);
    const late = await insertAltered({ effect: 'delay', seconds: 3_600 });
    const held = await insertAltered({ effect: 'reorder' });
    const withheld = await insertAltered({ effect: 'withhold' });
    copied = await insertAltered({ effect: 'duplicate', times: 3 }, tenant);
    receiverOfCopies.respondWith((_request, response) => {
      if (receiverOfCopies.received.length === 1) response.writeHead(200).end();
    });
    const worker = await startWorker(env);
    await waitFor('the events to be read', async () => (await stateOf(withheld)) === 'skipped');
    await waitFor('the second copy', () => receiverOfCopies.received.length === 2);
    expect([await stateOf(late), await stateOf(held), await stateOf(copied)]).toEqual([
      'pending',
      'pending',
      'pending',
    ]);
    worker.signal('SIGKILL');
    await worker.exited;

    receiverOfCopies.respondWith(200);
    expect(await isReceiverDueInTime(late)).toBe(true);
    await makeDue(late);
    await startWorker(env);
    await waitFor('the late event', async () => (await stateOf(late)) === 'delivered', SENT_AGAIN_MS);
    const [later] = (await insertEvents(postgres, 1)) as [string];
    await waitFor('the held event', async () => (await stateOf(held)) === 'delivered', SENT_AGAIN_MS);
    expect(receiver.ids.filter(id => id !== late)).toEqual([later, held]);
    expect(await stateOf(withheld)).toBe('skipped');
  });

  it('leaves the remaining copies to the next worker', async () => {
    await waitFor('all copies', async () => (await stateOf(copied)) === 'delivered', SENT_AGAIN_MS);
    expect(receiverOfCopies.ids).toEqual([copied, copied, copied, copied]);
  });
});
