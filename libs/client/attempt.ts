import { AbortError, ConnectionError, TimeoutError } from './error.js';
import { errorOf } from './errors.js';

export interface Attempt {
  fetch: typeof globalThis.fetch;
  url: string;
  init: RequestInit;
  /** Milliseconds until the response must be complete. */
  timeout: number;
  signal: AbortSignal | undefined;
}

/** Sends a request once and returns the response and its JSON body. Throws the errors of this package. */
export async function attempt({
  timeout,
  signal,
  ...request
}: Attempt): Promise<{ response: Response; body: unknown }> {
  throwIfAborted(signal);
  const controller = new AbortController();
  let stop: (error: Error) => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = error => {
      reject(error);
      controller.abort(error);
    };
  });
  const timer = setTimeout(() => stop(new TimeoutError(`No response within ${timeout} ms.`)), timeout);
  const onAbort = () => stop(abortError(signal));
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    // A `fetch` of the caller may ignore the signal.
    return await Promise.race([send(request, controller.signal), stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortError(signal);
}

const abortError = (signal: AbortSignal | undefined) =>
  new AbortError('The call was aborted by its signal.', { cause: signal?.reason });

async function send({ fetch, url, init }: Pick<Attempt, 'fetch' | 'url' | 'init'>, signal: AbortSignal) {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { ...init, signal });
    text = await response.text();
  } catch (error) {
    throw new ConnectionError(`The connection to ${new URL(url).origin} failed: ${reasonOf(error)}.`, { cause: error });
  }
  const body = parse(text);
  if (!response.ok) throw errorOf(response, body);
  const { data } = (body ?? {}) as { data?: unknown };
  if (data === undefined || data === null)
    throw new ConnectionError('The response is incomplete, or not from the service: it is not a JSON envelope.');
  return { response, body };
}

/** `fetch` hides the reason, such as ECONNREFUSED, in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
