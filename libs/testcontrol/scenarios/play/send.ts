import { setTimeout } from 'node:timers/promises';
import { withDeadline } from '#platform/process/clock';
import type { Ending, ScenarioCall } from '../../contract.js';

export interface Target {
  /** Address of the installation, for example `http://127.0.0.1:3000`. */
  url: string;
  /** API key with all permissions that the calls need. */
  key: string;
  /** Slug of the tenant of the key. */
  tenant: string;
  /** Called when the limit of the key delays the calls. */
  onWait?(seconds: number): void;
  /** Aborts the calls. */
  signal?: AbortSignal;
  /** Finds further differences of the response to the request of a scenario, one sentence for each. */
  inspect?(call: ScenarioCall, answer: Answer): string[];
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The JSON of the response, or its text. */
  body: unknown;
}

/** The service cannot be reached at its address. */
export class Unreachable extends Error {}

/** Limits the repetitions for other implementations, which may not mark simulated errors. */
const MAX_ATTEMPTS = 20;

/**
 * Sends a call, and repeats it later if the key has used all its requests for the minute, or the database is busy.
 * @param options `isCompleted`: the signal does not abort the call after it was sent
 * @throws Unreachable
 * @throws AbortError, or the reason of the signal, if the signal is aborted
 */
export async function send(
  target: Target,
  call: ScenarioCall,
  timeoutMs: number,
  { isCompleted = false } = {},
): Promise<Answer | Ending> {
  for (let attempt = 1; ; attempt++) {
    target.signal?.throwIfAborted();
    const answer = await sendOnce(isCompleted ? { ...target, signal: undefined } : target, call, timeoutMs);
    if (typeof answer === 'string' || !isRepeatable(answer) || attempt === MAX_ATTEMPTS) return answer;
    const seconds = Number(answer.headers.get('retry-after')) || 1;
    if (answer.status === 429) target.onWait?.(seconds);
    await setTimeout(seconds * 1_000, undefined, { signal: target.signal });
  }
}

/** Codes of temporary errors by status. Simulated errors are marked with a header, and not repeated. */
const TEMPORARY: Record<number, string> = { 429: 'RATE_LIMITED', 503: 'SERVICE_UNAVAILABLE' };

const isRepeatable = ({ status, headers, body }: Answer): boolean =>
  !headers.has('sandbox-faulted') && codeOf(body) !== undefined && codeOf(body) === TEMPORARY[status];

export const codeOf = (body: unknown): string | undefined =>
  (body as { error?: { code?: string } | null } | undefined)?.error?.code;

/**
 * Sends a call once, without repeating it after temporary errors.
 * @throws as `send` does
 */
export const sendOnce = (target: Target, call: ScenarioCall, timeoutMs: number): Promise<Answer | Ending> =>
  withDeadline(timeoutMs, signal => exchange(target, call, signal), target.signal && [target.signal]);

/** @param signal aborted when the time is up, or with the signal of the target */
async function exchange(target: Target, call: ScenarioCall, signal: AbortSignal): Promise<Answer | Ending> {
  let response: Response;
  try {
    response = await fetch(target.url + call.path, {
      method: call.method,
      headers: headersOf(target, call),
      body: typeof call.body === 'string' || call.body === undefined ? call.body : JSON.stringify(call.body),
      signal,
    });
  } catch (error) {
    target.signal?.throwIfAborted();
    if (signal.aborted) return 'timeout';
    if (isReset(error)) return 'reset';
    throw new Unreachable(`${target.url} cannot be reached: ${reasonOf(error)}.`);
  }
  try {
    return { status: response.status, headers: response.headers, body: parse(await response.text()) };
  } catch {
    target.signal?.throwIfAborted();
    return signal.aborted ? 'timeout' : 'truncated';
  }
}

function headersOf({ key, tenant }: Target, { headers = {}, body }: ScenarioCall): Headers {
  const all = new Headers({ Authorization: `Bearer ${key}`, 'X-Tenant': tenant, Accept: 'application/json' });
  if (body !== undefined) all.set('Content-Type', 'application/json');
  for (const [name, value] of Object.entries(headers))
    if (value === null) all.delete(name);
    else all.set(name, value);
  return all;
}

const CAUSES_OF_RESETS = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** An error without a cause counts as a reset. */
function isReset(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return cause === undefined || CAUSES_OF_RESETS.includes(cause.code ?? '');
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
