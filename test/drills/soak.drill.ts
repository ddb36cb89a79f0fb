import { setTimeout as sleep } from 'node:timers/promises';
import { percentiles } from '../bench/percentile.js';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/requirements.js';
import { findGrowth, MAX_GROWTH } from './growth.js';
import { expectBalanced, type Ledger, readLedger } from './ledger.js';
import { openStage, report, setting, writeReport } from './stage.js';
import { SteadyLoad } from './steady-load.js';
import { readUsage, type Usage } from './usage.js';

const SETTLE_MS = 300_000;

const MAX_LATENCY_GROWTH = 1.5;

/** Autovacuum starts at a fifth of dead rows, and needs some time. */
const MAX_DEAD_SHARE = 0.5;

interface Minute {
  requests: number;
  p50: number;
  p99: number;
  usage: Usage;
}

describeWith('a container engine with docker compose', 'soak', () => {
  it('keeps memory, connections, tables and latency steady', async () => {
    const { installation, key, receiver } = await openStage();
    const load = new SteadyLoad(installation.client(key), setting('RATE'));
    const minutes: Minute[] = [];
    for (let minute = 1; minute <= setting('MINUTES'); minute++) {
      await sleep(60_000);
      const latencies = load.takeLatencies();
      const usage = await readUsage(installation);
      minutes.push({ requests: latencies.length, ...percentiles(latencies), usage });
      report(`minute ${minute} of ${setting('MINUTES')}: ${lineOf(minutes.at(-1)!)}`);
    }
    await load.stop();
    const ledger = await eventually(async () => {
      const now = await readLedger(installation, receiver);
      expectBalanced(now);
      return now;
    }, SETTLE_MS);
    const findings = findingsIn(minutes);
    writeReport('soak', reportOf(minutes, load, ledger, findings));
    expect([load.failures, findings]).toEqual([new Map(), []]);
  });
});

/** What grew too much. */
function findingsIn(minutes: Minute[]): string[] {
  const growth = findGrowth([
    // The caches of PostgreSQL and Redis grow with the data, up to their limits.
    ...Object.keys(minutes[0]!.usage.memory)
      .filter(name => !/^(postgres|redis)/.test(name))
      .map(name => ({
        name: `memory of ${name}`,
        values: minutes.map(({ usage }) => usage.memory[name]!),
        max: MAX_GROWTH,
      })),
    { name: 'p99', values: minutes.map(({ p99 }) => p99), max: MAX_LATENCY_GROWTH },
    { name: 'connections', values: minutes.map(({ usage }) => usage.connections), max: MAX_GROWTH },
  ]);
  const bloat = minutes
    .at(-1)!
    .usage.tables.filter(({ dead, live }) => dead > 10_000 && dead / (dead + live) > MAX_DEAD_SHARE);
  return [...growth, ...bloat.map(({ name, dead, live }) => `${name} has ${dead} dead and ${live} live rows`)];
}

const lineOf = ({ requests, p50, p99, usage }: Minute) =>
  `${(requests / 60).toFixed(0)} requests/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${usage.connections} connections, ` +
  Object.entries(usage.memory)
    .map(([name, amount]) => `${name} ${amount.toFixed(0)}`)
    .join(', ');

function reportOf(minutes: Minute[], load: SteadyLoad, ledger: Ledger, findings: string[]): string[] {
  const last = minutes.at(-1)!.usage;
  const containers = Object.keys(last.memory);
  return [
    `# Soak: ${minutes.length} minutes at ${setting('RATE')} requests per second, api=2 worker=2`,
    '',
    `- Requests ${load.sent}; failed: ${[...load.failures].map(([name, count]) => `${name} ${count}`).join(', ') || 'none'}`,
    `- Paid orders ${ledger.paid}, registrations ${ledger.registered}, events ${ledger.announced}, deliveries ${ledger.delivered}, received ${ledger.received}, repeated ${ledger.repeated}`,
    `- Findings: ${findings.join('; ') || 'none'}`,
    '',
    `Latencies in milliseconds from the time at which a request was due; memory in MiB.`,
    '',
    `| minute | requests/s | p50 | p99 | connections | ${containers.join(' | ')} |`,
    `| --: | --: | --: | --: | --: | ${containers.map(() => '--:').join(' | ')} |`,
    ...minutes.map(
      ({ requests, p50, p99, usage }, index) =>
        `| ${index + 1} | ${(requests / 60).toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${usage.connections} | ` +
        `${containers.map(name => (usage.memory[name] ?? 0).toFixed(0)).join(' | ')} |`,
    ),
    '',
    '| table | MiB | live rows | dead rows | autovacuums |',
    '| :-- | --: | --: | --: | --: |',
    ...last.tables.map(
      ({ name, megabytes, live, dead, vacuums }) =>
        `| ${name} | ${megabytes.toFixed(1)} | ${live} | ${dead} | ${vacuums} |`,
    ),
  ];
}
