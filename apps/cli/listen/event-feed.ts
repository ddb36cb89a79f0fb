import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { UsageError } from '#platform/http/errors';
import type { FollowedEvents, FollowedEvent } from '#webhooks/contract';
import { notice } from '../output.js';

const WAIT_SECONDS = 20;

/** Longer than `WAIT_SECONDS`. */
const RESPONSE_TIMEOUT_MS = 45_000;
const CONNECT_TIMEOUT_MS = 5_000;

const RETRY_SECONDS = 1;

/** The first retry is quick and not reported, because the server can close an idle connection while it is being reused. */
const FIRST_RETRY_MS = 50;

export interface ApiAccess {
  /** Base URL. */
  api: string;
  tenant: string;
  key: string;
}

interface Response {
  /** HTTP status; 0 if there is no response. */
  status: number;
  /** Why there is no response. */
  reason?: string;
  retryAfter?: number;
  data?: Partial<FollowedEvents> | null;
  error?: { code?: string; message?: string; docs?: string; details?: { field: string }[] } | null;
}

/** Reads a tenant's events from now on (`GET /sandbox/events`). Waits while the API is unavailable; no event is lost. */
export class EventFeed {
  private readonly pool: Pool;
  private after: string | undefined;
  private failures = 0;

  constructor(
    private readonly access: ApiAccess,
    private readonly stop: AbortSignal,
  ) {
    this.pool = new Pool(new URL(access.api).origin, {
      connect: { timeout: CONNECT_TIMEOUT_MS },
      headersTimeout: RESPONSE_TIMEOUT_MS,
      bodyTimeout: RESPONSE_TIMEOUT_MS,
    });
  }

  /**
   * Sets the start of the feed to now.
   * @throws UsageError when the API rejects the request
   */
  async start(): Promise<void> {
    this.after = (await this.nextPage()).next;
  }

  async *events(): AsyncGenerator<FollowedEvent> {
    for (;;) {
      const { events, next } = await this.nextPage();
      yield* events;
      // Moves the cursor after the events are processed, so that a failure does not skip them.
      this.after = next;
    }
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  private async nextPage(): Promise<FollowedEvents> {
    for (;;) {
      const response = await this.fetch();
      const { status, data } = response;
      if (status !== 200 || !data?.next || !data.events) {
        await this.waitAfter(response);
        continue;
      }
      if (this.failures > 1) notice('The API is available again.');
      this.failures = 0;
      return data as FollowedEvents;
    }
  }

  /** @throws the abort reason of the signal */
  private async fetch(): Promise<Response> {
    const { api, tenant, key } = this.access;
    const query = this.after && `?${new URLSearchParams({ after: this.after, wait: String(WAIT_SECONDS) })}`;
    try {
      const { statusCode, headers, body } = await this.pool.request({
        method: 'GET',
        path: `${new URL(api).pathname}/sandbox/events${query ?? ''}`,
        headers: { authorization: `Bearer ${key}`, 'x-tenant': tenant, accept: 'application/json' },
        signal: this.stop,
      });
      const { data, error } = parseEnvelope(await body.text());
      return { status: statusCode, retryAfter: Number(headers['retry-after']), data, error };
    } catch (error) {
      this.stop.throwIfAborted();
      const { code, message } = error as NodeJS.ErrnoException;
      return { status: 0, reason: code ?? message };
    }
  }

  private async waitAfter(response: Response): Promise<void> {
    const { status, reason = `status ${status}`, retryAfter = 0, error } = response;
    if (status === 422 && error?.details?.some(({ field }) => field === 'after')) {
      this.after = undefined;
      return notice(
        'The API no longer accepts the cursor: it was upgraded, or its database or encryption key was replaced. Following from now on; events in between may be missing.',
      );
    }
    const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: this.stop });
    if (status === 429) notice(`${error?.message ?? 'The API is busy.'} Retrying automatically.`);
    else if (status !== 0 && status < 500) throw usageError(this.access.api, response);
    else if (++this.failures === 1) return pause(FIRST_RETRY_MS);
    else if (this.failures === 2)
      notice(`The API at ${this.access.api} is unavailable (${reason}). Waiting for it; no events are lost.`);
    await pause((retryAfter > 0 ? retryAfter : RETRY_SECONDS) * 1_000);
  }
}

/** Returns an empty envelope for other texts, because another server may run at this address. */
function parseEnvelope(text: string): Pick<Response, 'data' | 'error'> {
  try {
    return (JSON.parse(text) as Pick<Response, 'data' | 'error'> | null) ?? {};
  } catch {
    return {};
  }
}

const ADVICE: Record<string, string> = {
  API_KEY_INVALID: 'Check --key (or NAMEYARD_KEY) and --tenant.',
  TENANT_REQUIRED: 'Specify --tenant.',
  SCOPE_DENIED: 'Use a sandbox key.',
  PERMISSION_DENIED:
    'To add the permission: nameyard keys set KEY_ID --permissions sandbox.search,sandbox.order,sandbox.checkout,sandbox.events',
};

function usageError(api: string, { status, error }: Response): UsageError {
  const { code = '', message = '', docs } = error ?? {};
  if (code === '' || code === 'NOT_FOUND')
    return new UsageError(
      `--url must be the address of a Nameyard service, for example http://127.0.0.1:3000. The server responded with ${status}.`,
    );
  const help = docs ? [`See ${new URL(docs, api).href}`] : [];
  return new UsageError([message, ADVICE[code] ?? `(${status} ${code})`, ...help].join(' '));
}
