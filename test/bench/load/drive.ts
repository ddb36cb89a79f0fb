import type { Sample } from '../contests/contest.js';
import type { Server } from '../servers/registry.js';
import { now } from '../stage/clock.js';
import { type Kept, problemWith } from './conversation.js';
import { cpuTimeOf } from './cpu-time.js';
import type { Load } from './load.js';
import { percentiles } from './percentile.js';
import { send, type Sent } from './send.js';

export interface Pace {
  connections: number;
  /** In seconds, like the next one. */
  warmUp: number;
  seconds: number;
  /** Responses per kind before the first measurement, and the maximum duration of that. */
  heat: { responses: number; seconds: number };
}

const MAX_PROBLEMS = 5;
const MAX_SECONDS = 3_600;

/**
 * Sends the load for the given time and returns the figures after the warm-up. Responses are checked after the
 * measurement.
 */
export async function drive(server: Server, load: Load, pace: Pace): Promise<Sample> {
  const heated = await heat(server, load, pace);
  const cpuBefore = cpuTimeOf(server.pids);
  const from = now() + pace.warmUp * 1_000;
  const { kept, broken } = await send(server, load, { ...pace, seconds: pace.warmUp + pace.seconds });
  const cpuMicros = (cpuTimeOf(server.pids) - cpuBefore) / kept.length;
  const measured = kept.filter(({ at }) => at >= from && at < from + pace.seconds * 1_000);
  return {
    figures: { ...figuresOf(measured, pace.seconds), cpuMicros },
    ...judge({ kept: [...heated.kept, ...kept], broken: [...heated.broken, ...broken] }, load),
  };
}

/** Sends a number of requests, however long that takes. */
export async function flood(server: Server, load: Load, connections: number, responses: number) {
  return judge(await send(server, load, { connections, responses, seconds: MAX_SECONDS }), load);
}

const heated = new Set<string>();

/** Warms up the server, which compiles hot code; the product has more of it. */
async function heat(server: Server, load: Load, { connections, heat: { responses, seconds } }: Pace): Promise<Sent> {
  const what = `${server.origins.join()} ${load.path}`;
  if (heated.has(what)) return { kept: [], broken: [] };
  heated.add(what);
  return send(server, load, { connections, seconds, responses });
}

const figuresOf = (responses: Kept[], seconds: number) => ({
  perSecond: responses.length / seconds,
  ...percentiles(responses.map(({ ms }) => ms)),
});

/** Checks all responses. */
export function judge({ kept, broken }: Sent, { path }: Load): Omit<Sample, 'figures'> {
  const problems = [...broken];
  let wrong = problems.length;
  for (const response of kept) {
    const problem = problemWith(response);
    if (problem === undefined) continue;
    wrong++;
    if (problems.length < MAX_PROBLEMS)
      problems.push(`${path} → ${response.status} ${response.text.slice(0, 300)}: ${problem}`);
  }
  return { responses: kept.length, wrong, problems };
}
