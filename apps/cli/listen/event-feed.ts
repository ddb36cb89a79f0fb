import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Data, Nameyard, TimeoutError } from '#client';
import { UsageError } from '#platform/http/errors';
import { notice } from '../output.js';

type Page = Data<'followEvents'>;
export type FollowedEvent = Page['events'][number];

const WAIT_SECONDS = 20;

/** Longer than `WAIT_SECONDS`. */
const RESPONSE_TIMEOUT_MS = 45_000;

const RETRY_SECONDS = 1;

/** The first retry is quick and not reported, because the server can close an idle connection while it is being reused. */
const FIRST_RETRY_MS = 50;

export interface ApiAccess {
  /** Base URL. */
  api: string;
  tenant: string;
  key: string;
}

/** Reads a tenant's events from now on (`GET /sandbox/events`). Waits while the API is unavailable; no event is lost. */
export class EventFeed {
  private readonly client: Nameyard;
  private after: string | undefined;
  private failures = 0;

  constructor(
    private readonly access: ApiAccess,
    private readonly stop: AbortSignal,
  ) {
    const { api: baseUrl, tenant, key: apiKey } = access;
    this.client = new Nameyard({ baseUrl, tenant, apiKey, maxRetries: 0 });
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

  /** @throws UsageError when the API rejects the request · the abort reason of the signal */
  private async nextPage(): Promise<Page> {
    for (;;)
      try {
        const query = this.after === undefined ? {} : { after: this.after, wait: WAIT_SECONDS };
        const page = await this.client.events.list(query, { timeout: RESPONSE_TIMEOUT_MS, signal: this.stop });
        // Another server may run at this address.
        if (!page?.events) throw new TypeError('The response contains no events.');
        if (this.failures > 1) notice('The API is available again.');
        this.failures = 0;
        return page;
      } catch (error) {
        this.stop.throwIfAborted();
        await this.waitAfter(error);
      }
  }

  private async waitAfter(error: unknown): Promise<void> {
    const answer = error instanceof ApiError ? error : undefined;
    if (answer?.status === 422 && answer.details.some(({ field }) => field === 'after')) {
      this.after = undefined;
      return notice(
        'The API no longer accepts the cursor: it was upgraded, or its database or encryption key was replaced. Following from now on; events in between may be missing.',
      );
    }
    const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: this.stop });
    const reason = unavailability(error);
    if (answer?.status === 429)
      notice(`${answer.code === 'UNKNOWN' ? 'The API is busy.' : answer.message} Retrying automatically.`);
    else if (reason === undefined) throw usageError(error);
    else if (++this.failures === 1) return pause(FIRST_RETRY_MS);
    else if (this.failures === 2)
      notice(`The API at ${this.access.api} is unavailable (${reason}). Waiting for it; no events are lost.`);
    const retryAfter = Number(answer?.response.headers.get('retry-after'));
    await pause((retryAfter > 0 ? retryAfter : RETRY_SECONDS) * 1_000);
  }
}

/** Why the API is unavailable; undefined if it refused the request, or another server responded. */
function unavailability(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.status < 500 ? undefined : `status ${error.status}`;
  if (error instanceof TimeoutError) return error.message;
  // The cause of a failed connection is an error of `fetch`, which hides the reason, such as ECONNREFUSED, in its own cause.
  const failure = (error as Error).cause as { message: string; cause?: NodeJS.ErrnoException } | undefined;
  return failure && (failure.cause?.code ?? failure.message);
}

const ADVICE: Record<string, string> = {
  API_KEY_INVALID: 'Check --key (or NAMEYARD_KEY) and --tenant.',
  TENANT_REQUIRED: 'Specify --tenant.',
  SCOPE_DENIED: 'Use a sandbox key.',
  PERMISSION_DENIED:
    'To replace the permissions of the key: nameyard keys set KEY_ID --permissions sandbox.search,sandbox.order,sandbox.checkout,sandbox.events',
};

function usageError(error: unknown): UsageError {
  if (!(error instanceof ApiError) || ['UNKNOWN', 'NOT_FOUND'].includes(error.code)) {
    const status = error instanceof ApiError ? error.status : 200;
    return new UsageError(
      `--url must be the address of a Nameyard service, for example http://127.0.0.1:3000. The server responded with ${status}.`,
    );
  }
  const { status, code, message, docs } = error;
  const help = docs ? [`See ${docs}`] : [];
  return new UsageError([message, ADVICE[code] ?? `(${status} ${code})`, ...help].join(' '));
}
