import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { autocannon, type Connection } from '../peers/autocannon.js';
import type { Server } from '../servers/registry.js';
import { now } from '../stage/clock.js';
import { converse, type Kept } from './conversation.js';
import { Heads } from './heads.js';
import type { Load } from './load.js';

const SAMPLE_INTERVAL_MS = 20;

/** More than the timeout of a request. */
const GRACE_SECONDS = 15;

/** An interval of the even load; the machine wakes up for each. */
const TICK_MS = 5;

export interface Sent {
  kept: Kept[];
  /** What was wrong with connections. */
  broken: string[];
}

interface Amount {
  connections: number;
  seconds: number;
  responses?: number;
}

/**
 * Sends the load without pauses, for a duration or until the number of responses is reached. Waits for all responses, so
 * that a checkout without a response is an error.
 */
export async function send(server: Server, load: Load, { connections, seconds, responses }: Amount): Promise<Sent> {
  const kept: Kept[] = [];
  const heads = new Heads(load.path, server.callers);
  const open: Connection[] = [];
  const finish = () => {
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
      converse(connection, heads, load, response => {
        if (kept.push(response) === responses) finish();
      });
    },
  });
  clearTimeout(timer);
  const broken = errors + timeouts > 0 ? [`${errors} connections broke, ${timeouts} requests had no answer`] : [];
  return { kept, broken };
}

/** Sends the load at an even rate, however long responses take, and waits for all of them. */
export async function sendEvenly(server: Server, load: Load, perSecond: number, seconds: number): Promise<Sent> {
  const dispatcher = new Agent();
  const heads = new Heads(load.path, server.callers);
  const kept: Kept[] = [];
  const broken: string[] = [];
  const post = async () => {
    const { body, headers, caller, check } = load.next();
    const started = now();
    const response = await request(`${server.origins[0]}${load.path}`, {
      method: 'POST',
      dispatcher,
      headers: { ...heads.fieldsFor(caller), ...headers },
      body,
    });
    const text = await response.body.text();
    const at = now();
    const rawHeaders = Object.entries(response.headers).flatMap(([name, value]) => [name, String(value)]);
    kept.push({ check, status: response.statusCode, rawHeaders, text, ms: at - started, at });
  };
  const requests: Promise<unknown>[] = [];
  const started = now();
  while (requests.length < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, ((now() - started) / 1_000) * perSecond);
    while (requests.length < due) requests.push(post().catch((error: Error) => broken.push(error.message)));
    await sleep(TICK_MS);
  }
  await Promise.all(requests);
  await dispatcher.close();
  return { kept, broken };
}
