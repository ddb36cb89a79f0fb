import type { Sample } from '../contests/contest.js';
import { autocannon } from '../peers/autocannon.js';
import type { Server } from '../servers/registry.js';
import { problemWith, converse, type Kept } from './conversation.js';
import { cpuTimeOf } from './cpu-time.js';
import { Heads } from './heads.js';
import type { Load } from './load.js';
import { percentile } from './percentile.js';

export interface Pace {
  connections: number;
  /** In seconds, like the next one. */
  warmUp: number;
  seconds: number;
  /** Responses per kind before the first measurement, and the maximum duration of that. */
  heat: { responses: number; seconds: number };
}

const SAMPLE_INTERVAL_MS = 20;
const MAX_PROBLEMS = 5;
const MAX_SECONDS = 3_600;

/**
 * Sends the load for the given time and returns the figures after the warm-up. Responses are checked after the
 * measurement.
 */
export async function drive(server: Server, load: Load, pace: Pace): Promise<Sample> {
  const heated = await heat(server, load, pace);
  const cpuBefore = cpuTimeOf(server.pids);
  const from = performance.now() + pace.warmUp * 1_000;
  const { kept, broken } = await send(server, load, { ...pace, seconds: pace.warmUp + pace.seconds });
  const cpuMicros = (cpuTimeOf(server.pids) - cpuBefore) / kept.length;
  const measured = kept.filter(({ at }) => at >= from && at < from + pace.seconds * 1_000);
  return {
    figures: { ...figuresOf(measured, pace.seconds), cpuMicros },
    responses: kept.length,
    ...judge([...heated.kept, ...kept], load, [...heated.broken, ...broken]),
  };
}

/** Sends a number of requests, however long that takes. */
export async function flood(server: Server, load: Load, connections: number, responses: number) {
  const { kept, broken } = await send(server, load, { connections, responses, seconds: MAX_SECONDS });
  return { responses: kept.length, ...judge(kept, load, broken) };
}

const heated = new Set<string>();

/** Warms up the server, which compiles hot code; the product has more of it. */
async function heat(server: Server, load: Load, { connections, heat: { responses, seconds } }: Pace): Promise<Sent> {
  const what = `${server.origins.join()} ${load.path}`;
  if (heated.has(what)) return { kept: [], broken: [] };
  heated.add(what);
  return send(server, load, { connections, seconds, responses });
}

interface Sent {
  kept: Kept[];
  broken: string[];
}

interface Amount {
  connections: number;
  seconds: number;
  responses?: number;
}

/** Sends the load for a duration or until the number of responses is reached. */
async function send(server: Server, load: Load, { connections, seconds, responses }: Amount): Promise<Sent> {
  const kept: Kept[] = [];
  const heads = new Heads(load.path, server.callers);
  const run = autocannon({
    url: server.origins,
    connections,
    duration: seconds,
    sampleInt: SAMPLE_INTERVAL_MS,
    setupClient(connection) {
      converse(connection, heads, load, response => {
        if (kept.push(response) === responses) run.stop();
      });
    },
  });
  const { errors, timeouts } = await run;
  const broken = errors + timeouts > 0 ? [`${errors} connections broke, ${timeouts} requests had no answer`] : [];
  return { kept, broken };
}

function figuresOf(responses: Kept[], seconds: number) {
  const latencies = Float64Array.from(responses, ({ ms }) => ms).sort();
  return {
    perSecond: responses.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

function judge(kept: Kept[], load: Load, problems: string[]): Pick<Sample, 'wrong' | 'problems'> {
  let wrong = problems.length;
  for (const response of kept) {
    const problem = problemWith(response);
    if (problem === undefined) continue;
    wrong++;
    if (problems.length < MAX_PROBLEMS)
      problems.push(`${load.path} → ${response.status} ${response.text.slice(0, 300)}: ${problem}`);
  }
  return { wrong, problems };
}
