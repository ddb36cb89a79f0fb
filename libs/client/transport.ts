import { attempt, throwIfAborted } from './attempt.js';
import { type AbortError, NameyardError } from './error.js';
import { pauseAfter } from './backoff.js';
import { checkLimits, checkToken, configure } from './options.js';
import type { CallOptions, Configuration, IdempotentCallOptions, NameyardOptions } from './options.js';
import { toWithResponse, responsePromise, type ResponsePromise, type WithResponse } from './response.js';
import type { Body, Data, OperationId, Query } from './types.js';
import { USER_AGENT } from './user-agent.js';

export interface Call<Id extends OperationId> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/sandbox/` or `/registrar/`. */
  path: string;
  /** The only environment in which the call exists. */
  environment?: 'live';
  query?: Query<Id>;
  body?: Body<Id>;
  /** The service accepts an idempotency key. */
  isIdempotent?: boolean;
  /** Default timeout in milliseconds, unless the timeout of the client is longer. */
  minTimeout?: number;
}

/** Sends the calls of a client, and retries them if that can help. */
export class Transport {
  readonly #configuration: Configuration;

  constructor(options: NameyardOptions) {
    this.#configuration = configure(options);
  }

  call<Id extends OperationId>(call: Call<Id>, options: IdempotentCallOptions = {}): ResponsePromise<Data<Id>> {
    return responsePromise(this.#send(call, options));
  }

  async #send<Id extends OperationId>(
    call: Call<Id>,
    { idempotencyKey = crypto.randomUUID(), signal, headers, ...limits }: IdempotentCallOptions,
  ): Promise<WithResponse<Data<Id>>> {
    const { fetch, ...configured } = this.#configuration;
    if (call.environment && call.environment !== configured.environment)
      throw new NameyardError(`${call.path} exists in the environment ${call.environment} only.`);
    const timeout = limits.timeout ?? Math.max(configured.timeout, call.minTimeout ?? 0);
    const maxRetries = limits.maxRetries ?? configured.maxRetries;
    checkLimits({ timeout, maxRetries });
    const init = this.#initOf(call, idempotencyKey, headers);
    const request = { fetch, url: this.#urlOf(call), init, timeout, signal };
    const sentKey = call.isIdempotent ? { idempotencyKey } : {};
    const isRepeatable = call.method !== 'POST' || call.isIdempotent === true || isReadOnly(call.path);
    for (let attempts = 1; ; attempts++)
      try {
        const { response, body } = await attempt(request);
        const { data } = body as { data: Data<Id> };
        return toWithResponse(response, data, { attempts, idempotencyKey: null, ...sentKey });
      } catch (error) {
        if (error instanceof NameyardError) Object.assign(error, { attempts, ...sentKey });
        const pause = attempts > maxRetries ? undefined : pauseAfter(error, attempts, isRepeatable);
        if (pause === undefined) throw error;
        await sleep(pause, signal).catch((aborted: unknown) => {
          throw Object.assign(aborted as AbortError, { attempts, ...sentKey });
        });
      }
  }

  #urlOf<Id extends OperationId>({ path, query = {} as Query<Id> }: Call<Id>): string {
    const { baseUrl, environment } = this.#configuration;
    const url = new URL(`${baseUrl}/${environment === 'live' ? 'registrar' : 'sandbox'}/${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    return url.href;
  }

  #initOf<Id extends OperationId>(
    call: Call<Id>,
    idempotencyKey: string,
    extraHeaders: Record<string, string> = {},
  ): RequestInit {
    const { apiKey, tenant } = this.#configuration;
    const headers: Record<string, string> = {
      ...checkHeaders(extraHeaders),
      Accept: 'application/json',
      'User-Agent': USER_AGENT,
      Authorization: `Bearer ${apiKey}`,
      'X-Tenant': tenant,
    };
    if (call.isIdempotent) {
      checkToken('idempotencyKey', idempotencyKey);
      headers['X-Idempotency-Key'] = idempotencyKey;
    }
    // A redirect would resend the key and may change the method.
    const init: RequestInit = { method: call.method, headers, redirect: 'manual' };
    if (call.body === undefined) return init;
    headers['Content-Type'] = 'application/json';
    return { ...init, body: JSON.stringify(call.body) };
  }
}

const OWN_HEADERS = ['accept', 'authorization', 'content-type', 'user-agent', 'x-idempotency-key', 'x-tenant'];

/**
 * Throws `NameyardError` if the client sets one of the headers itself, because `fetch` could send both values in one header,
 * or if `fetch` cannot send them.
 */
function checkHeaders(headers: Record<string, string>): Record<string, string> {
  const own = Object.keys(headers).find(name => OWN_HEADERS.includes(name.toLowerCase()));
  if (own !== undefined)
    throw new NameyardError(`The client sets the header ${own} itself. Remove it from \`headers\`.`);
  try {
    return Object.fromEntries(new Headers(headers));
  } catch (error) {
    throw new NameyardError(`headers cannot be sent: ${(error as Error).message}`, { cause: error });
  }
}

/** Base class of groups of API operations. Subclasses have a method for each operation. */
export abstract class Resource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  protected call<Id extends OperationId>(call: Call<Id>, options?: IdempotentCallOptions): ResponsePromise<Data<Id>> {
    return this.#transport.call(call, options);
  }
}

/** Searches, checks and verifications are POST requests, but change nothing. */
const isReadOnly = (path: string) => ['domains/search', 'domains/check', 'control/verify'].includes(path);

/** Waits; throws `AbortError` if the signal aborts. */
async function sleep(ms: number, signal: CallOptions['signal']): Promise<void> {
  throwIfAborted(signal);
  await new Promise<void>(resolve => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
  throwIfAborted(signal);
}
