import { setTimeout as sleep } from 'node:timers/promises';
import { percentiles } from '../bench/percentile.js';
import { HighlyAvailable, MACHINES } from '../processes/highly-available.js';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/requirements.js';
import { CLUSTER_FAULTS, drawFaults, runFault } from './highly-available-faults.js';
import { findingsIn, reportOf, type Round, rowOf } from './highly-available-report.js';
import { expectBalanced, readLedger } from './ledger.js';
import { PurchaseLoad } from './purchase-load.js';
import { CountingReceiver } from './receiver.js';
import { report, setting, writeReport } from './stage.js';

/** Load before each fault, and after everything was returned. */
const CALM_MS = 3_000;

const SETTLE_MS = 300_000;

/** Its API and worker outlive all faults, so that their memory can be compared. */
const OBSERVED = 'c';

describeWith(MACHINES, 'an installation on three machines', () => {
  it('loses no purchase when a machine or a program fails', async () => {
    report('starting three machines');
    const installation = await HighlyAvailable.start({ DATABASE_TIMEOUT: '1s' });
    installation.node(OBSERVED).spared = ['api', 'worker'];
    const receiver = await CountingReceiver.start(installation.network.address);
    await installation.addReceiver(receiver.url);
    const load = new PurchaseLoad(installation.origins, await installation.newKey(), setting('RATE'));
    const count = setting('FAULTS');
    const faults = count > 0 ? drawFaults(setting('SEED'), count) : CLUSTER_FAULTS;
    const intervalMs = (setting('MINUTES') * 60_000) / faults.length;
    const begunAt = performance.now();
    const rounds: Round[] = [];

    /** Runs a fault under load, and compares all purchases after it. */
    const runRound = async (index: number): Promise<Round> => {
      load.start();
      await sleep(Math.max(CALM_MS, begunAt + index * intervalMs - performance.now()));
      const [before, firstRefusal, startedAt] = [load.paid.length, load.refusals.length, performance.now()];
      load.takeLatencies();
      report(`${index + 1}/${faults.length} ${faults[index]!.name}`);
      const recovery = await runFault(installation, faults[index]!);
      await sleep(CALM_MS);
      const usage = await readUsage(installation);
      await load.stop();
      const stoppedAt = performance.now();
      const ledger = await eventually(async () => {
        const now = await readLedger(installation, receiver);
        expectBalanced(now);
        return now;
      }, SETTLE_MS);
      expect(load.paid.filter(id => !receiver.orders.has(id))).toEqual([]);
      return {
        ...recovery,
        fault: faults[index]!,
        purchases: load.paid.length - before,
        ...percentiles(load.takeLatencies()),
        refusals: load.refusals.slice(firstRefusal).map(({ at, reason }) => ({ reason, ms: at - startedAt })),
        settledMs: performance.now() - stoppedAt,
        ledger,
        usage,
      };
    };

    try {
      for (const index of faults.keys()) {
        rounds.push(await runRound(index));
        report(rowOf(rounds.at(-1)!));
      }
    } finally {
      const refused = load.refusals.map(
        ({ at, reason }) => `${new Date(performance.timeOrigin + at).toISOString()} refused: ${reason}`,
      );
      writeReport('highly-available', reportOf(rounds), [installation.output, ...refused, ''].join('\n'));
    }
    expect(load.unexpected).toEqual([]);
    expect(rounds.at(-1)!.ledger.paid).toBe(load.paid.length);
    expect(findingsIn(rounds)).toEqual([]);
  });
});

/** Memory of the processes of Nameyard in MiB, and the number of connections to the leader. */
async function readUsage(installation: HighlyAvailable): Promise<Round['usage']> {
  const [connections] = await installation.query(
    `SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  const memory = installation.nodes.flatMap(node =>
    (['api', 'worker'] as const).map(name => {
      const isObserved = node.spared.includes(name);
      return { name: `${name} ${node.name}`, mebibytes: node.memoryOf(name), isObserved };
    }),
  );
  return { connections: Number(connections), memory };
}
