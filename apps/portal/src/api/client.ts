import { createStore } from '../lib/store';

/** Whether the last API call got a response. */
export const connection = createStore(true);

export class ApiError extends Error {
  constructor(
    /** HTTP status; 0 if there was no response. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: { field: string; message: string }[] = [],
    readonly requestId: string | null = null,
  ) {
    super(message);
  }

  /** Validation message for a field of the request body, or for an item of a list in that field. */
  fieldError(name: string): string | undefined {
    return this.details.find(({ field }) => isAbout(field, name))?.message;
  }

  /** Validation messages for all other fields. */
  errorsExcept(names: Iterable<string>): string[] {
    const others = this.details.filter(({ field }) => ![...names].some(name => isAbout(field, name)));
    return others.map(({ field, message }) => `\`${field}\` ${message}`);
  }
}

/** Whether a validated field is `name`, or an item of the list `name`. */
const isAbout = (field: string, name: string): boolean => field.replace(/\.\d+$/, '') === name || field === name;

export const isNotFound = (error: Error | null): boolean => error instanceof ApiError && error.status === 404;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Path below `/portal/api`; each segment is encoded. */
export type ApiPath = readonly string[];

export type Query = Record<string, string | number | undefined>;

/** Calls the portal API and returns the `data` of the response. */
export async function callApi<T>(
  method: Method,
  path: ApiPath,
  body?: object,
  query: Query = {},
  idempotencyKey?: string,
): Promise<T> {
  const response = await send(method, urlOf(path, query), { body, idempotencyKey });
  const envelope = (await response.json().catch(() => undefined)) as Envelope | undefined;
  if (envelope?.success === true) return envelope.data as T;
  throw errorOf(response, envelope);
}

/** Requests a file from the portal API. Reading the body can fail, because the server sends it while it reads rows. */
export async function callForFile(path: ApiPath, query: Query, signal: AbortSignal): Promise<Response> {
  const response = await send('GET', urlOf(path, query), { signal });
  if (response.ok) return response;
  throw errorOf(response, (await response.json().catch(() => undefined)) as Envelope | undefined);
}

function errorOf({ status, headers }: Response, envelope: Envelope | undefined): ApiError {
  const { code = 'UNEXPECTED', message = `Unexpected response: HTTP ${status}.` } = envelope?.error ?? {};
  return new ApiError(status, code, message, envelope?.error?.details, headers.get('x-request-id'));
}

/**
 * Returns a function that calls the portal API with an idempotency key. Calls with the same body use the same key until one
 * returns a result, so that a second click, or a retry after a lost response, has no second effect.
 */
export function idempotentCall<T>() {
  let pending: { request: string; key: string } | undefined;
  return async (method: Method, path: ApiPath, body: object): Promise<T> => {
    const request = JSON.stringify([method, path, body]);
    if (pending?.request !== request) pending = { request, key: newKey() };
    const { key } = pending;
    const forget = () => {
      if (pending?.key === key) pending = undefined;
    };
    try {
      const result = await callApi<T>(method, path, body, {}, key);
      forget();
      return result;
    } catch (error) {
      if (isRefusal(error)) forget();
      throw error;
    }
  };
}

/** Whether the request had no effect. The next attempt needs a new key, because the server stores some refusals with the key. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'IDEMPOTENCY_IN_PROGRESS';

/** `crypto.randomUUID` does not exist on pages without TLS. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16)).join('-');

interface SendOptions {
  body?: object | undefined;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal;
}

async function send(method: Method, url: string, { body, idempotencyKey, signal }: SendOptions): Promise<Response> {
  const json = body ?? (method === 'POST' || method === 'PATCH' ? {} : undefined);
  try {
    const response = await fetch(url, {
      method,
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        ...(json && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey && { 'X-Idempotency-Key': idempotencyKey }),
      },
      ...(json && { body: JSON.stringify(json) }),
      ...(signal && { signal }),
    });
    connection.set(true);
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    connection.set(false);
    throw new ApiError(0, 'UNREACHABLE', 'Cannot reach Nameyard. Check that it is running and that you are online.');
  }
}

interface Envelope {
  success: boolean;
  data: unknown;
  error: { code?: string; message?: string; details?: { field: string; message: string }[] } | null;
}

function urlOf(path: ApiPath, query: Query): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])).toString();
  return `/portal/api/${path.map(encodeURIComponent).join('/')}${search && `?${search}`}`;
}
