import { setTimeout as sleep } from 'node:timers/promises';
import { percentiles } from '../bench/percentile.js';
import { HighlyAvailable, MACHINES } from '../processes/highly-available.js';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/requirements.js';
import { CLUSTER_FAULTS, type ClusterFault, type Recovery, runFault } from './highly-available-faults.js';
import { expectBalanced, type Ledger, readLedger } from './ledger.js';
import { PurchaseLoad, type Refusal } from './purchase-load.js';
import { CountingReceiver } from './receiver.js';
import { report, setting, writeReport } from './stage.js';

/** Load before each fault, and after everything was returned. */
const CALM_MS = 5_000;

const SETTLE_MS = 120_000;

interface Round extends Recovery {
  fault: ClusterFault;
  purchases: number;
  p50: number;
  p99: number;
  refusals: Refusal[];
  /** From the fault to the first and the last refused request. */
  refusedMs: [first: number, last: number] | undefined;
  /** From the end of the load to the last delivery. */
  settledMs: number;
  ledger: Ledger;
}

describeWith(MACHINES, 'an installation on three machines', () => {
  it('loses no purchase when a machine or a program fails', async () => {
    report('starting three machines');
    const installation = await HighlyAvailable.start({ DATABASE_TIMEOUT: '1s' });
    const receiver = await CountingReceiver.start(installation.network.address);
    await installation.addReceiver(receiver.url);
    const load = new PurchaseLoad(installation.origins, await installation.newKey(), setting('RATE'));
    const rounds: Round[] = [];
    for (const fault of CLUSTER_FAULTS) {
      load.start();
      await sleep(CALM_MS);
      const [before, firstRefusal, startedAt] = [load.paid.length, load.refusals.length, performance.now()];
      load.takeLatencies();
      const recovery = await runFault(installation, fault);
      await sleep(CALM_MS);
      await load.stop();
      const stoppedAt = performance.now();
      const ledger = await eventually(async () => {
        const now = await readLedger(installation, receiver);
        expectBalanced(now);
        return now;
      }, SETTLE_MS);
      const refusals = load.refusals.slice(firstRefusal);
      rounds.push({
        ...recovery,
        fault,
        purchases: load.paid.length - before,
        ...percentiles(load.takeLatencies()),
        refusals,
        refusedMs: rangeOf(refusals.map(({ at }) => at - startedAt)),
        settledMs: performance.now() - stoppedAt,
        ledger,
      });
      report(`${fault.name}: ${rowOf(rounds.at(-1)!)}`);
    }
    const unannounced = load.paid.filter(id => !receiver.orders.has(id));
    writeReport('highly-available', reportOf(rounds));
    expect([load.unexpected, unannounced]).toEqual([[], []]);
    expect(rounds.at(-1)!.ledger.paid).toBe(load.paid.length);
    expect(rounds.filter(({ purchases }) => purchases === 0)).toEqual([]);
    expect(
      rounds.filter(({ refusedMs, fault }) => refusedMs && refusedMs[1] > fault.limitMs).map(({ fault }) => fault.name),
    ).toEqual([]);
  });
});

function rangeOf(times: number[]): [number, number] | undefined {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.length > 0 ? [sorted[0]!, sorted.at(-1)!] : undefined;
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

function rowOf({ fault, purchases, p50, p99, refusals, ledger, ...times }: Round): string {
  const cells = [
    fault.name,
    `${seconds(times.replacedMs)} s: ${times.replacement}`,
    `${refusals.length}${refusals.length > 0 ? ` (${reasonsOf(refusals)})` : ''}`,
    times.refusedMs ? `${times.refusedMs.map(seconds).join(' to ')} s` : '–',
    purchases,
    `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`,
    `${seconds(times.rejoinedMs)} s`,
    `${seconds(times.settledMs)} s`,
    `${ledger.paid} / ${ledger.registered} / ${ledger.announced} / ${ledger.delivered} / ${ledger.received}`,
    ledger.repeated,
  ];
  return `| ${cells.join(' | ')} |`;
}

function reasonsOf(refusals: Refusal[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of refusals) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${reason} ${count}`).join(', ');
}

const reportOf = (rounds: Round[]) => [
  `# Highly available: ${setting('RATE')} purchases per second`,
  '',
  'Times are measured from the fault; "rejoined" from the return of everything, "settled" from the end of the load.',
  '',
  '| fault | replaced after | refused requests | refused | purchases | p50 / p99 | rejoined | settled | paid / registered / events / delivered / received | webhooks repeated |',
  '| :-- | :-- | :-- | :-- | --: | --: | --: | --: | --: | --: |',
  ...rounds.map(rowOf),
];
