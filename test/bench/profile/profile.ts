import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KINDS, type Turn } from '../contests/kinds.js';
import type { Verdict } from '../measure.js';
import type { Options } from '../options.js';
import { columns } from '../report/columns.js';
import { logProgress } from '../report/progress.js';
import { describeEnvironment, stemOf, write } from '../report/files.js';
import { type Product, startProduct } from '../servers/product.js';
import type { Stage } from '../stage/stage.js';
import { type Cost, type Profile, summarise } from './summary.js';

const PROFILER = join(import.meta.dirname, 'profiler.mjs');
const CONNECTIONS = 32;
const MAX_LINES = 40;
const POLL_MS = 20;

/** Profiles one kind of request after the other, each in its own process. */
export async function profile(stage: Stage, options: Options): Promise<Verdict> {
  const environment = describeEnvironment();
  const problems: string[] = [];
  for (const [kind, turn] of Object.entries(KINDS)) {
    if (options.only.length > 0 && !options.only.includes(kind)) continue;
    const pace = { ...options, connections: CONNECTIONS };
    logProgress(`${kind}: warming up`);
    // In the format of browser developer tools.
    const file = `${stemOf(`profile-${kind}`, environment)}.cpuprofile`;
    const product = await startProduct(stage, {
      name: `profiled for ${kind}`,
      nodeArgs: ['--import', PROFILER],
      env: { PROFILE: file },
    });
    await turn({ ...pace, seconds: 1 })(product);
    logProgress(`${kind}: profiling`);
    const { profile, requests } = await record(product, turn(pace), file, problems);
    const text = report(summarise(profile, requests));
    process.stdout.write(`\n## ${kind}\n\n${text}\n`);
    write(`profile-${kind}`, environment, text, {});
  }
  return { problems, missed: [] };
}

async function record(product: Product, turn: Turn, file: string, problems: string[]) {
  const [pid = NaN] = product.pids;
  process.kill(pid, 'SIGUSR2');
  const sample = await turn(product);
  problems.push(...sample.problems);
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await sleep(POLL_MS);
  return { profile: JSON.parse(readFileSync(file, 'utf8')) as Profile, requests: sample.responses };
}

function report({ parts, functions }: ReturnType<typeof summarise>): string {
  const lines = (costs: Cost[]) =>
    costs.slice(0, MAX_LINES).map(({ what, self, whole }) => [what, self.toFixed(1), whole.toFixed(1)]);
  return [
    columns(['package or folder', 'itself, µs a request', 'with what it calls'], lines(parts)),
    columns(['function of ours', 'itself, µs a request', 'with what it calls'], lines(functions)),
    '',
  ].join('\n\n');
}
