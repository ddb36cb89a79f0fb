import type { Sample } from '../contests/contest.js';
import { autocannon } from '../peers/autocannon.js';
import type { Server } from '../servers/product.js';
import { complaintAbout, converse, headOf, type Kept } from './conversation.js';
import { cpuTimeOf } from './cpu-time.js';
import type { Load } from './load.js';
import { percentile } from './percentile.js';

export interface Pace {
  connections: number;
  /** In seconds, as the next one. */
  warmUp: number;
  seconds: number;
  /** How many answers of a kind a server gives before it is measured for the first time, and how long that may take. */
  heat: { answers: number; seconds: number };
}

const LOOK_MS = 20;
const MOST_COMPLAINTS = 5;

/**
 * Sends the load for as long as the pace says and gives what was measured after the warm-up. Every answer is kept, and
 * read when the clock has stopped, so that reading slows nobody down.
 */
export async function drive(server: Server, load: Load, pace: Pace): Promise<Sample> {
  const heated = await heat(server, load, pace);
  const cpuBefore = cpuTimeOf(server.pid);
  const from = performance.now() + pace.warmUp * 1_000;
  const { kept, broken } = await send(server, load, { ...pace, seconds: pace.warmUp + pace.seconds });
  const cpuMicros = ((cpuTimeOf(server.pid) ?? NaN) - (cpuBefore ?? NaN)) / kept.length;
  const measured = kept.filter(({ at }) => at >= from && at < from + pace.seconds * 1_000);
  return {
    figures: { ...figuresOf(measured, pace.seconds), cpuMicros },
    answers: kept.length,
    ...judge([...heated.kept, ...kept], load, [...heated.broken, ...broken]),
  };
}

const heated = new Set<string>();

/** A server compiles what it does often; how fast it is until then is of no interest, and the product has more to compile. */
async function heat(server: Server, load: Load, { connections, heat: { answers, seconds } }: Pace): Promise<Sent> {
  if (heated.has(server.origin + load.path)) return { kept: [], broken: [] };
  heated.add(server.origin + load.path);
  return send(server, load, { connections, seconds, answers });
}

interface Sent {
  kept: Kept[];
  broken: string[];
}

interface Amount {
  connections: number;
  seconds: number;
  answers?: number;
}

/** Sends it for so long, or until there were so many answers. */
async function send(server: Server, load: Load, { connections, seconds, answers }: Amount): Promise<Sent> {
  const kept: Kept[] = [];
  let opened = 0;
  const run = autocannon({
    url: server.origin,
    connections,
    duration: seconds,
    sampleInt: LOOK_MS,
    setupClient(connection) {
      const key = server.keys[opened++ % server.keys.length]!;
      converse(connection, headOf(server, load, key), load, answer => {
        if (kept.push(answer) === answers) run.stop();
      });
    },
  });
  const { errors, timeouts } = await run;
  const broken = errors + timeouts > 0 ? [`${errors} connections broke, ${timeouts} requests had no answer`] : [];
  return { kept, broken };
}

function figuresOf(answers: Kept[], seconds: number) {
  const latencies = Float64Array.from(answers, ({ ms }) => ms).sort();
  return {
    perSecond: answers.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

function judge(kept: Kept[], load: Load, complaints: string[]): Pick<Sample, 'wrong' | 'complaints'> {
  let wrong = complaints.length;
  for (const answer of kept) {
    const complaint = complaintAbout(answer);
    if (complaint === undefined) continue;
    wrong++;
    if (complaints.length < MOST_COMPLAINTS)
      complaints.push(`${load.path} → ${answer.status} ${answer.text.slice(0, 300)}: ${complaint}`);
  }
  return { wrong, complaints };
}
