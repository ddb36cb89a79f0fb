import { findGrowth, growthOf, MAX_GROWTH, median } from './growth.js';
import type { ClusterFault, Recovery } from './highly-available-faults.js';
import type { Ledger } from './ledger.js';
import { setting } from './stage.js';

/** Fewer faults end before the caches are full. */
const MIN_ROUNDS = 20;

/** A fault and its consequences. */
export interface Round extends Recovery {
  fault: ClusterFault;
  purchases: number;
  p50: number;
  p99: number;
  /** Refused requests; `ms` is the time from the fault to the request. */
  refusals: { reason: string; ms: number }[];
  /** From the end of the load to the last delivery. */
  settledMs: number;
  ledger: Ledger;
  usage: {
    /** Connections to PostgreSQL's leader. */
    connections: number;
    /** `isObserved`: the process outlives all faults. */
    memory: { name: string; mebibytes: number; isObserved: boolean }[];
  };
}

/** Sentences about faults that took too long, and about growth. */
export function findingsIn(rounds: Round[]): string[] {
  const late = rounds.flatMap(({ fault, refusals }, index) => {
    const latest = Math.max(...refusals.map(({ ms }) => ms));
    return latest > fault.limitMs ? [`${index + 1} ${fault.name}: refused after ${seconds(latest)} s`] : [];
  });
  const idle = rounds.filter(({ purchases }) => purchases === 0).map(({ fault }) => `${fault.name}: no purchases`);
  return [...late, ...idle, ...(rounds.length < MIN_ROUNDS ? [] : findGrowth(seriesOf(rounds)))];
}

function seriesOf(rounds: Round[]) {
  const observed = rounds[0]?.usage.memory.filter(({ isObserved }) => isObserved) ?? [];
  return [
    { name: 'connections', values: rounds.map(({ usage }) => usage.connections), max: MAX_GROWTH },
    ...observed.map(({ name }) => ({
      name: `memory of ${name}`,
      values: rounds.map(({ usage }) => usage.memory.find(other => other.name === name)!.mebibytes),
      max: MAX_GROWTH,
    })),
  ];
}

export const reportOf = (rounds: Round[]): string[] => [
  `# Highly available: ${rounds.length} faults, ${setting('RATE')} purchases per second, seed ${setting('SEED')}`,
  '',
  ...findingsIn(rounds).map(finding => `- ${finding}`),
  ...seriesOf(rounds).map(
    ({ name, values }) => `- ${name}: last quarter ÷ second quarter ${growthOf(values).toFixed(2)}`,
  ),
  '',
  'Times in seconds are measured from the fault; "rejoined" from the return of everything, "settled" from the end of the load.',
  '',
  '| fault | number | replaced, median and longest | rejoined | settled | refused requests, median and most | last refusal, median and latest | above the limit |',
  '| :-- | --: | --: | --: | --: | --: | --: | --: |',
  ...[...groupBy(rounds, ({ fault }) => fault.name)].map(([name, same]) => summaryOf(name, same)),
  '',
  '| fault | replaced after | refused requests | refused | purchases | p50 / p99 | rejoined | settled | paid / registered / events / delivered / received | webhooks repeated | connections | MiB |',
  '| :-- | :-- | :-- | :-- | --: | --: | --: | --: | --: | --: | --: | :-- |',
  ...rounds.map(rowOf),
];

function summaryOf(name: string, rounds: Round[]): string {
  const pair = (values: number[], format: (value: number) => string) =>
    values.length > 0 ? `${format(median(values))}, ${format(Math.max(...values))}` : '–';
  const last = rounds
    .filter(({ refusals }) => refusals.length > 0)
    .map(({ refusals }) => Math.max(...refusals.map(({ ms }) => ms)));
  const cells = [
    name,
    rounds.length,
    pair(
      rounds.map(({ replacedMs }) => replacedMs),
      seconds,
    ),
    pair(
      rounds.map(({ rejoinedMs }) => rejoinedMs),
      seconds,
    ),
    pair(
      rounds.map(({ settledMs }) => settledMs),
      seconds,
    ),
    pair(
      rounds.map(({ refusals }) => refusals.length),
      String,
    ),
    pair(last, seconds),
    last.filter(ms => ms > rounds[0]!.fault.limitMs).length,
  ];
  return `| ${cells.join(' | ')} |`;
}

export function rowOf({ fault, purchases, p50, p99, refusals, ledger, usage, ...times }: Round): string {
  const cells = [
    fault.name,
    `${seconds(times.replacedMs)}: ${times.replacement}`,
    `${refusals.length}${refusals.length > 0 ? ` (${reasonsOf(refusals)})` : ''}`,
    rangeOf(refusals.map(({ ms }) => ms)),
    purchases,
    `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`,
    seconds(times.rejoinedMs),
    seconds(times.settledMs),
    `${ledger.paid} / ${ledger.registered} / ${ledger.announced} / ${ledger.delivered} / ${ledger.received}`,
    ledger.repeated,
    usage.connections,
    usage.memory.map(({ name, mebibytes }) => `${name} ${mebibytes.toFixed(0)}`).join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

const rangeOf = (times: number[]) =>
  times.length > 0 ? `${seconds(Math.min(...times))} to ${seconds(Math.max(...times))}` : '–';

function reasonsOf(refusals: Round['refusals']): string {
  return [...groupBy(refusals, ({ reason }) => reason)].map(([reason, same]) => `${reason} ${same.length}`).join(', ');
}

function groupBy<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1);
