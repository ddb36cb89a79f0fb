import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { concurrently } from '../support/outcome.js';
import { describeWith } from '../support/requirements.js';
import { inject, sequenceOf } from './faults.js';
import { expectBalanced, readLedger } from './ledger.js';
import { Purchases } from './purchases.js';
import { openStage, report, setting, type Stage, writeReport } from './stage.js';

const SHOPPERS = 8;

/** Deliveries that were interrupted are repeated after at most a few minutes. */
const SETTLE_MS = 600_000;

describeWith('a container engine with docker compose', 'chaos', () => {
  it('loses no purchase and makes none twice', async () => {
    const stage = await openStage();
    const purchases = new Purchases(() => stage.installation.client(stage.key));
    let hasEnded = false;
    const shoppers = concurrently(SHOPPERS, shopper => purchases.shop(shopper, () => hasEnded));
    const counts = await runFaults(stage, () => purchases.paid.length);
    await stage.installation.up('--scale', 'api=2', '--scale', 'worker=2');
    hasEnded = true;
    await shoppers;

    report('waiting for the last deliveries');
    const ledger = await eventually(async () => {
      const now = await readLedger(stage.installation, stage.receiver);
      expectBalanced(now);
      return now;
    }, SETTLE_MS);
    const unannounced = purchases.paid.filter(id => !stage.receiver.orders.has(id));
    writeReport('chaos', [
      `# Chaos: ${setting('FAULTS')} faults, seed ${setting('SEED')}`,
      '',
      `- Faults: ${listOf(counts)}`,
      `- Purchases confirmed to the shoppers: ${purchases.paid.length}; unexpected answers: ${purchases.unexpected.length}`,
      `- Requests that were repeated: ${listOf(purchases.repeated)}`,
      `- Paid orders ${ledger.paid}, registrations ${ledger.registered}, events ${ledger.announced}, deliveries ${ledger.delivered}, received ${ledger.received}`,
      `- Webhooks that arrived more than once: ${ledger.repeated}`,
    ]);
    expect([purchases.unexpected, unannounced]).toEqual([[], []]);
    expect(ledger.paid).toBe(purchases.paid.length);
  });
});

/** Runs the faults one after the other; returns how many there were of each kind. */
async function runFaults({ installation }: Stage, purchases: () => number): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const faults = sequenceOf(setting('SEED'), setting('FAULTS'));
  for (const [number, fault] of faults.entries()) {
    const containers = await installation.containers(fault.service);
    const name = `${fault.kind} ${fault.service}`;
    report(`${number + 1}/${faults.length} ${name} for ${fault.lastsMs} ms; ${purchases()} purchases so far`);
    await inject(fault, containers[fault.replica % containers.length]!);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    await sleep(fault.restMs);
  }
  return counts;
}

const listOf = (counts: Map<string, number>) =>
  [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';
