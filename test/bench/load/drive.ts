import type { Sample } from '../contests/contest.js';
import type { Server } from '../servers/product.js';
import { autocannon, type Connection } from '../peers/autocannon.js';
import type { Answered, Complaint, Load, Question } from './load.js';
import { percentile } from './percentile.js';

export interface Pace {
  connections: number;
  warmUp: number;
  seconds: number;
}

interface Kept {
  complaint: Complaint;
  status: number;
  rawHeaders: string[];
  text: string;
  ms: number;
  at: number;
}

const LOOK_MS = 20;
const MOST_COMPLAINTS = 5;

/**
 * Sends the load for as long as the pace says and gives what was measured after the warm-up. Every answer is kept, and
 * read when the clock has stopped, so that reading slows nobody down.
 */
export async function drive(server: Server, load: Load, { connections, warmUp, seconds }: Pace): Promise<Sample> {
  const kept: Kept[] = [];
  let opened = 0;
  const from = performance.now() + warmUp * 1_000;
  const run = autocannon({
    url: server.origin,
    connections,
    duration: warmUp + seconds,
    sampleInt: LOOK_MS,
    setupClient(connection) {
      const key = server.keys[opened++ % server.keys.length]!;
      converse(connection, load, headOf(server, load, key), kept, error => (failure ??= error));
    },
  });
  let failure: Error | undefined;
  const { errors, timeouts } = await run;
  if (failure) throw failure;
  const broken = errors + timeouts > 0 ? [`${errors} connections broke, ${timeouts} requests had no answer`] : [];
  const measured = kept.filter(({ at }) => at >= from && at < from + seconds * 1_000);
  const latencies = Float64Array.from(measured, ({ ms }) => ms).sort();
  return {
    figures: {
      perSecond: measured.length / seconds,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
    },
    answers: kept.length,
    ...judge(kept, load, broken),
  };
}

/**
 * Autocannon's own way of sending another body each time copies and builds every request anew, which costs it as much
 * again as all the rest. So it is handed each request as it goes over the wire.
 */
function converse(connection: Connection, load: Load, head: string, kept: Kept[], fail: (error: Error) => void): void {
  let question: Question;
  let answer: Kept;
  let rawHeaders: string[] = [];
  connection.getRequestBuffer = () => {
    try {
      question = load.next();
    } catch (error) {
      fail(error as Error);
    }
    const { body, headers = {} } = question;
    const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${head}${more.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };
  connection.on('headers', ({ headers }: { headers: string[] }) => (rawHeaders = headers));
  // The next request is made between this and the look at the body.
  connection.on('response', (status: number, _bytes: number, ms: number) => {
    answer = { complaint: question.complaint, status, rawHeaders, text: '', ms, at: performance.now() };
  });
  connection.opts.verifyBody = text => {
    kept.push({ ...answer, text });
    return true;
  };
}

function headOf({ origin, tenant }: Server, { path }: Load, key: string): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    'connection: keep-alive',
    `authorization: Bearer ${key}`,
    `x-tenant: ${tenant.slug}`,
    'accept: application/json',
    'content-type: application/json',
  ];
  return lines.map(line => `${line}\r\n`).join('');
}

function judge(kept: Kept[], load: Load, complaints: string[]): Pick<Sample, 'wrong' | 'complaints'> {
  let wrong = complaints.length;
  for (const { complaint, status, rawHeaders, text } of kept) {
    const wrongness = complaint({ status, headers: namedHeaders(rawHeaders), text });
    if (wrongness === undefined) continue;
    wrong++;
    if (complaints.length < MOST_COMPLAINTS)
      complaints.push(`${load.path} → ${status} ${text.slice(0, 300)}: ${wrongness}`);
  }
  return { wrong, complaints };
}

function namedHeaders(raw: string[]): Answered['headers'] {
  const headers: Record<string, string> = {};
  for (let i = 0; i < raw.length; i += 2) headers[raw[i]!.toLowerCase()] = raw[i + 1]!;
  return headers;
}
