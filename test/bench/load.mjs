/** Sends requests with autocannon, and checks all responses after the measurement. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { percentiles } from './percentile.ts';
import { now, PEERS } from './stage.mjs';

const SAMPLE_INTERVAL_MS = 20;
const MAX_PROBLEMS = 5;

/** More than the timeout of a request. */
const GRACE_SECONDS = 15;

/** Interval at which `sendEvenly` sends the requests that are due. */
const TICK_MS = 5;

const autocannon = createRequire(join(PEERS, 'package.json'))('autocannon');

/** CPU time of processes so far in microseconds; NaN if the system does not report it. */
export function cpuTimeOf(pids) {
  try {
    return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * microsPerTick();
  } catch {
    return NaN;
  }
}

/** User and system time are fields 12 and 13 after the command, which is in brackets and may contain spaces. */
function ticksOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

let tick;
const microsPerTick = () => (tick ??= 1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })));

const fieldsOf = ({ tenant, key }) => ({
  authorization: `Bearer ${key}`,
  'x-tenant': tenant.slug,
  accept: 'application/json',
  'content-type': 'application/json',
});

const linesOf = fields => Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);

/** Callers take turns, unless a request names its caller. Heads are built once per caller. */
function headsOf(path, callers) {
  let turn = 0;
  const headOf = caller =>
    [
      `POST ${path} HTTP/1.1\r\n`,
      ...linesOf({ host: '127.0.0.1', connection: 'keep-alive', ...fieldsOf(caller) }),
    ].join('');
  const heads = new Map(callers.map(caller => [caller, headOf(caller)]));
  return caller => heads.get(caller ?? callers[turn++ % callers.length]);
}

/**
 * Sends the load without pauses, for a duration or until the number of responses is reached. Waits for all responses, so
 * that a checkout without a response is an error.
 */
export async function send(server, load, { connections, seconds, responses }) {
  const kept = [];
  const headFor = headsOf(load.path, server.callers);
  const open = [];
  const finish = () => {
    // Autocannon closes a connection after its current response once it has made `responseMax` requests.
    for (const connection of open) connection.responseMax = 1;
  };
  const timer = setTimeout(finish, seconds * 1_000);
  const { errors, timeouts } = await autocannon({
    url: server.origins,
    connections,
    duration: seconds + GRACE_SECONDS,
    sampleInt: SAMPLE_INTERVAL_MS,
    setupClient(connection) {
      open.push(connection);
      converse(connection, headFor, load, response => {
        if (kept.push(response) === responses) finish();
      });
    },
  });
  clearTimeout(timer);
  // The errors include the timeouts.
  const broken = errors > 0 ? [`${errors - timeouts} connections broke, ${timeouts} requests had no answer`] : [];
  return { kept, broken };
}

/** Autocannon rebuilds every request when bodies differ, which doubles its cost, so it gets each request as raw bytes. */
function converse(connection, headFor, load, keep) {
  let sent;
  let response;
  let headers = [];
  connection.getRequestBuffer = () => {
    sent = load.next();
    const length = Buffer.byteLength(sent.body);
    return `${headFor(sent.caller)}${linesOf(sent.headers ?? {}).join('')}content-length: ${length}\r\n\r\n${sent.body}`;
  };
  connection.on('headers', head => (headers = head.headers));
  // The next request is created after this event and before the body is checked.
  connection.on('response', (status, _bytes, ms) => (response = { check: sent.check, status, headers, ms, at: now() }));
  connection.opts.verifyBody = text => {
    keep({ ...response, text });
    return true;
  };
}

/** Sends the load at an even rate, however long responses take, and waits for all of them. */
export async function sendEvenly(server, load, perSecond, seconds) {
  const dispatcher = new Agent();
  const [kept, broken, requests] = [[], [], []];
  const post = async () => {
    const { body, headers, check, caller = server.callers[requests.length % server.callers.length] } = load.next();
    const started = now();
    const options = { method: 'POST', dispatcher, headers: { ...fieldsOf(caller), ...headers }, body };
    const response = await request(`${server.origins[0]}${load.path}`, options);
    const text = await response.body.text();
    const at = now();
    const raw = Object.entries(response.headers).flatMap(([name, value]) => [name, String(value)]);
    kept.push({ check, status: response.statusCode, headers: raw, text, ms: at - started, at });
  };
  const started = now();
  while (requests.length < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, ((now() - started) / 1_000) * perSecond);
    while (requests.length < due) requests.push(post().catch(error => broken.push(error.message)));
    await sleep(TICK_MS);
  }
  await Promise.all(requests);
  await dispatcher.close();
  return { kept, broken };
}

const heated = new Set();

/** Sends the load for the given time and returns the figures after the warm-up. The first warm-up of a kind is longer. */
export async function drive(server, load, pace) {
  const kind = `${server.origins.join()} ${load.path}`;
  const first = heated.has(kind) ? { kept: [], broken: [] } : await send(server, load, { ...pace, ...pace.heat });
  heated.add(kind);
  const cpuBefore = cpuTimeOf(server.pids);
  const from = now() + pace.warmUp * 1_000;
  const { kept, broken } = await send(server, load, { ...pace, seconds: pace.warmUp + pace.seconds });
  const cpuMicros = (cpuTimeOf(server.pids) - cpuBefore) / kept.length;
  const measured = kept.filter(({ at }) => at >= from && at < from + pace.seconds * 1_000);
  return {
    figures: { perSecond: measured.length / pace.seconds, ...percentiles(measured.map(({ ms }) => ms)), cpuMicros },
    ...judge({ kept: [...first.kept, ...kept], broken: [...first.broken, ...broken] }, load),
  };
}

/** Checks all responses. */
export function judge({ kept, broken }, { path }) {
  const problems = [...broken];
  let wrong = problems.length;
  for (const { check, status, headers, text } of kept) {
    const fields = {};
    for (let i = 0; i < headers.length; i += 2) fields[headers[i].toLowerCase()] = headers[i + 1];
    const problem = check({ status, headers: fields, text });
    if (problem === undefined) continue;
    wrong++;
    if (problems.length < MAX_PROBLEMS) problems.push(`${path} → ${status} ${text.slice(0, 300)}: ${problem}`);
  }
  return { responses: kept.length, wrong, problems };
}
