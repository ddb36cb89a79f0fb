import { NameyardError } from './error.js';

/** Options of the client. */
export interface NameyardOptions {
  /** Address of the API, which ends in `/api/v1`. */
  baseUrl: string;
  /** Slug of the tenant. */
  tenant: string;
  /** API key of the tenant. Keep it on your server. */
  apiKey: string;
  /** `sandbox` (default), or `live` for calls of a real registrar, with a live key. */
  environment?: 'sandbox' | 'live' | undefined;
  /** Maximum duration of each attempt in milliseconds (default 30,000). */
  timeout?: number | undefined;
  /** Maximum number of repeated attempts (default 2). */
  maxRetries?: number | undefined;
  /** Replaces the global `fetch`, for example to use a proxy. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** Options of a single call. */
export interface CallOptions {
  /** Maximum duration of each attempt in milliseconds. */
  timeout?: number | undefined;
  /** Maximum number of repeated attempts. */
  maxRetries?: number | undefined;
  /** Aborts the call, which then throws `AbortError`. */
  signal?: AbortSignal | undefined;
  /** More headers, for example `X-Request-Id`, `traceparent` or `Sandbox-Fault`, but none that the client sets itself. */
  headers?: Record<string, string> | undefined;
}

/** Options of a call that takes effect once for each idempotency key. */
export interface IdempotentCallOptions extends CallOptions {
  /** Idempotency key, 1–255 visible ASCII characters (default: a new UUID). All attempts send the same key. */
  idempotencyKey?: string | undefined;
}

export type Configuration = Required<{ [Name in keyof NameyardOptions]: NonNullable<NameyardOptions[Name]> }>;

/** Checks the options and adds the defaults. Throws `NameyardError`. */
export function configure({ baseUrl, tenant, apiKey, ...options }: NameyardOptions): Configuration {
  refuseBrowsers();
  checkToken('tenant', tenant);
  checkToken('apiKey', apiKey);
  const { environment = 'sandbox', timeout = 30_000, maxRetries = 2, fetch = globalThis.fetch } = options;
  if (!['sandbox', 'live'].includes(environment)) throw new NameyardError('environment must be sandbox or live.');
  checkLimits({ timeout, maxRetries });
  if (typeof fetch !== 'function') throw new NameyardError('fetch is missing in this runtime; pass it as an option.');
  // Browsers and edge runtimes reject a `fetch` whose `this` is not the global object.
  return {
    baseUrl: baseUrlOf(baseUrl),
    tenant,
    apiKey,
    environment,
    timeout,
    maxRetries,
    fetch: fetch.bind(globalThis),
  };
}

/** Throws `NameyardError` if a value cannot be used. */
export function checkLimits({ timeout, maxRetries }: { timeout: number; maxRetries: number }): void {
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > 2 ** 31 - 1)
    throw new NameyardError('timeout must be an integer from 1 to 2147483647, in milliseconds.');
  if (!Number.isInteger(maxRetries) || maxRetries < 0) throw new NameyardError('maxRetries must be an integer from 0.');
}

/** Throws `NameyardError` if a value cannot be sent as a header. */
export function checkToken(name: string, value: unknown): void {
  if (typeof value !== 'string' || !/^[!-~]{1,255}$/.test(value))
    throw new NameyardError(`${name} must be a string of 1 to 255 visible ASCII characters.`);
}

function baseUrlOf(value: string): string {
  const given = String(value);
  const url = given.endsWith('/') ? given.slice(0, -1) : given;
  // `fetch` refuses a user name or password, and the messages, its own and the next one, would show them.
  if (url.includes('@')) throw new NameyardError('baseUrl must not contain @: it has no user name or password.');
  if (!URL.canParse(url) || !/^https?:\/\/[^?#]+\/api\/v1$/.test(url))
    throw new NameyardError(`baseUrl must be an http or https address that ends in /api/v1, not ${url}.`);
  return url;
}

function refuseBrowsers(): void {
  if (!('window' in globalThis) || !('document' in globalThis)) return;
  // Node.js with the objects of a browser, as jsdom and happy-dom create them for tests.
  if ((globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node) return;
  throw new NameyardError(
    'This is a browser: everybody who opens the page could read the API key. Call Nameyard from your server.',
  );
}
