import { noteConnection } from './connection';

/** What the back end refused, in its own words. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: { field: string; message: string }[] = [],
    readonly requestId: string | null = null,
  ) {
    super(message);
  }

  /** What is wrong with one field of what was sent. */
  about(field: string): string | undefined {
    return this.details.find(detail => detail.field === field)?.message;
  }
}

export type Query = Record<string, string | number | undefined>;

/** Asks the portal's back end; what it answers is the `data` of its envelope. */
export async function ask<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T> {
  const response = await send(method, path, body);
  const answer = await read(response);
  if (answer?.success === true) return answer.data as T;
  const { code = 'UNEXPECTED', message = `The server answered ${response.status}.`, details } = answer?.error ?? {};
  throw new ApiError(response.status, code, message, details, response.headers.get('x-request-id'));
}

export const get = <T>(path: string, query: Query = {}) => ask<T>('GET', withQuery(path, query));

export const of = (tenant: string, path: string) => `tenants/${encodeURIComponent(tenant)}/${path}`;

async function send(method: string, path: string, body: object | undefined): Promise<Response> {
  const sent = body ?? (method === 'POST' || method === 'PATCH' ? {} : undefined);
  try {
    const response = await fetch(`/portal/api/${path}`, {
      method,
      credentials: 'same-origin',
      headers: { Accept: 'application/json', ...(sent && { 'Content-Type': 'application/json' }) },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    noteConnection(true);
    return response;
  } catch {
    noteConnection(false);
    throw new ApiError(0, 'UNREACHABLE', 'Nameyard cannot be reached. Is it running, and are you online?');
  }
}

interface Envelope {
  success: boolean;
  data: unknown;
  error: { code?: string; message?: string; details?: { field: string; message: string }[] } | null;
}

async function read(response: Response): Promise<Envelope | undefined> {
  try {
    return (await response.json()) as Envelope;
  } catch {
    return undefined;
  }
}

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
