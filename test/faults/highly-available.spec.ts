import { setTimeout as sleep } from 'node:timers/promises';
import { KILL_LEADER, KILL_REDIS_MASTER } from '../drills/highly-available-faults.js';
import { expectBalanced, readLedger } from '../drills/ledger.js';
import { PurchaseLoad } from '../drills/purchase-load.js';
import { CountingReceiver } from '../drills/receiver.js';
import { HighlyAvailable, MACHINES } from '../processes/highly-available.js';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/requirements.js';

/** Purchases per second: few, because other tests run at the same time. */
const RATE = 4;

// The short form of `npm run drill -- highly-available`.
describeWith(MACHINES, 'an installation on three machines', () => {
  it('loses no purchase when the leader of PostgreSQL and the Redis master are killed', async () => {
    const installation = await HighlyAvailable.start();
    const receiver = await CountingReceiver.start(installation.network.address);
    await installation.addReceiver(receiver.url);
    const load = new PurchaseLoad(installation.origins, await installation.newKey(), RATE);
    load.start();
    await eventually(() => expect(load.paid.length).toBeGreaterThan(RATE));
    for (const fault of [KILL_LEADER, KILL_REDIS_MASTER]) await fault.inject(installation);
    const before = load.paid.length;
    await eventually(() => expect(load.paid.length).toBeGreaterThan(before + RATE));
    await installation.restore();
    await sleep(1_000);
    await load.stop();
    await eventually(async () => expectBalanced(await readLedger(installation, receiver)));
    expect(load.unexpected).toEqual([]);
    expect((await readLedger(installation, receiver)).paid).toBe(load.paid.length);
    expect(load.paid.filter(id => !receiver.orders.has(id))).toEqual([]);
  });
});
