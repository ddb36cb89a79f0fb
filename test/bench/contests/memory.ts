import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ledger } from '../database/ledger.js';
import { flood } from '../load/drive.js';
import type { Load } from '../load/load.js';
import { checkouts, orders, searches } from '../load/loads.js';
import { atMost, type Row, row } from '../report/rows.js';
import { logProgress } from '../report/progress.js';
import { startDistributed } from '../servers/distributed.js';
import type { Registry } from '../servers/registry.js';
import type { Stage } from '../stage/stage.js';
import type { Contest, Sample } from './contest.js';

const CONNECTIONS = 32;
const STEPS = 20;

/** Requests per step: a million in total, most of them searches. */
const STEP: [load: (server: Registry) => Load, count: number][] = [
  [searches, 40_000],
  [orders, 5_000],
  [checkouts, 5_000],
];

/** Requests in flight at the end of a step get a response, too. */
const SPARE_SECONDS = 1;
const REST_MS = 5_000;

export const MEMORY: Row[] = [
  row('after 1,000,000 requests, MiB', 'memory', ['api'], atMost(200, 160, 'mebibytes')),
  row('after 1,000,000 requests ÷ after 500,000', 'memory', ['api'], atMost(1.1, 1.02, 'growth')),
];

/** Resident memory of an API process during a million requests. */
export const memoryUse = (stage: Stage): Contest => ({
  name: 'memory',
  contenders: [{ name: 'api', measure: async () => remember(await startDistributed(stage, 1)) }],
});

async function remember(server: Registry): Promise<Sample> {
  const resident: number[] = [];
  const sums = { responses: 0, wrong: 0, problems: [] as string[] };
  for (let step = 1; step <= STEPS; step++) {
    for (const [load, count] of STEP) {
      const ledger = load === checkouts ? await Ledger.open(server) : undefined;
      if (load === checkouts) await server.orders.insertFor(SPARE_SECONDS, count);
      const answered = await flood(server, load(server), CONNECTIONS, count);
      await ledger?.close(answered);
      sums.responses += answered.responses;
      sums.wrong += answered.wrong;
      sums.problems.push(...answered.problems);
    }
    resident.push(residentMebibytes(server.pids[0]!));
    logProgress(`memory · ${sums.responses} responses · ${Math.round(resident.at(-1)!)} MiB`);
  }
  await sleep(REST_MS);
  const mebibytes = residentMebibytes(server.pids[0]!);
  return { figures: { mebibytes, growth: resident.at(-1)! / resident[STEPS / 2 - 1]! }, ...sums };
}

const residentMebibytes = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024;
