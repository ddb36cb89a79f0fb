import { Pool } from 'undici';
import type { FollowedEvents } from '#webhooks/contract';

const WAIT_SECONDS = 20;

/** Longer than the API waits for events. */
const RESPONSE_TIMEOUT_MS = 45_000;
const CONNECT_TIMEOUT_MS = 5_000;

const RETRY_SECONDS = 1;

export interface ApiAccess {
  /** Base URL. */
  api: string;
  tenant: string;
  key: string;
}

export type EventsResult =
  | { kind: 'page'; page: FollowedEvents }
  | { kind: 'limited'; message: string; seconds: number }
  | { kind: 'unavailable'; reason: string; seconds: number }
  | { kind: 'cursor-rejected' }
  | { kind: 'rejected'; status: number; code: string; message: string };

interface Envelope {
  data?: Partial<FollowedEvents> | null;
  error?: { code?: string; message?: string; details?: { field: string }[] } | null;
}

/** Client of `GET /sandbox/events`. */
export class EventsApi {
  private readonly pool: Pool;

  constructor(private readonly access: ApiAccess) {
    this.pool = new Pool(new URL(access.api).origin, {
      connect: { timeout: CONNECT_TIMEOUT_MS },
      headersTimeout: RESPONSE_TIMEOUT_MS,
      bodyTimeout: RESPONSE_TIMEOUT_MS,
    });
  }

  /** @throws the abort reason of the signal */
  async fetch(after: string | undefined, signal: AbortSignal): Promise<EventsResult> {
    const { api, tenant, key } = this.access;
    const query = after === undefined ? '' : `?${new URLSearchParams({ after, wait: String(WAIT_SECONDS) })}`;
    try {
      const { statusCode, headers, body } = await this.pool.request({
        method: 'GET',
        path: `${new URL(api).pathname}/sandbox/events${query}`,
        headers: { authorization: `Bearer ${key}`, 'x-tenant': tenant, accept: 'application/json' },
        signal,
      });
      return resultOf(statusCode, Number(headers['retry-after']), parseEnvelope(await body.text()));
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = error as NodeJS.ErrnoException;
      return { kind: 'unavailable', reason: code ?? message, seconds: RETRY_SECONDS };
    }
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}

function resultOf(status: number, retryAfter: number, { data, error }: Envelope): EventsResult {
  const seconds = retryAfter > 0 ? retryAfter : RETRY_SECONDS;
  if (status === 200 && data?.next && data.events) return { kind: 'page', page: data as FollowedEvents };
  if (status === 429) return { kind: 'limited', message: error?.message ?? 'The API is busy.', seconds };
  if (status >= 500) return { kind: 'unavailable', reason: `status ${status}`, seconds };
  if (status === 422 && error?.details?.some(({ field }) => field === 'after')) return { kind: 'cursor-rejected' };
  return { kind: 'rejected', status, code: error?.code ?? '', message: error?.message ?? '' };
}

/** Accepts any text, because another server may run at this address. */
function parseEnvelope(text: string): Envelope {
  try {
    return (JSON.parse(text) as Envelope | null) ?? {};
  } catch {
    return {};
  }
}
