import type { Pool } from 'undici';
import type { FollowedEvents } from '#webhooks/contract';

const WAIT_SECONDS = 20;

/** Longer than the API holds a request. */
const ANSWER_MS = 45_000;
const CONNECT_MS = 5_000;

const USUAL_PAUSE_SECONDS = 1;

export interface Access {
  /** The base URL. */
  api: string;
  tenant: string;
  key: string;
}

/** What came of a call, by what is to be done about it. */
export type Answer =
  | { kind: 'page'; page: FollowedEvents }
  | { kind: 'limited'; message: string; seconds: number }
  | { kind: 'away'; reason: string; seconds: number }
  | { kind: 'cursor-refused' }
  | { kind: 'refused'; status: number; code: string; message: string };

interface Envelope {
  data?: Partial<FollowedEvents> | null;
  error?: { code?: string; message?: string; details?: { field: string }[] } | null;
}

/** The one route that is called, over connections that are kept. */
export class EventsApi {
  private constructor(
    private readonly access: Access,
    private readonly pool: Pool,
  ) {}

  static async open(access: Access): Promise<EventsApi> {
    // Not at the start of every command: it takes a tenth of a second and more.
    const { Pool } = await import('undici');
    const bounds = { connect: { timeout: CONNECT_MS }, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS };
    return new EventsApi(access, new Pool(new URL(access.api).origin, bounds));
  }

  /** @throws whatever the signal was aborted with */
  async ask(after: string | undefined, signal: AbortSignal): Promise<Answer> {
    const { api, tenant, key } = this.access;
    const query = after === undefined ? '' : `?${new URLSearchParams({ after, wait: String(WAIT_SECONDS) })}`;
    try {
      const { statusCode, headers, body } = await this.pool.request({
        method: 'GET',
        path: `${new URL(api).pathname}/sandbox/events${query}`,
        headers: { authorization: `Bearer ${key}`, 'x-tenant': tenant, accept: 'application/json' },
        signal,
      });
      return judge(statusCode, Number(headers['retry-after']), envelopeIn(await body.text()));
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = error as NodeJS.ErrnoException;
      return { kind: 'away', reason: code ?? message, seconds: USUAL_PAUSE_SECONDS };
    }
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}

function judge(status: number, retryAfter: number, { data, error }: Envelope): Answer {
  const seconds = retryAfter > 0 ? retryAfter : USUAL_PAUSE_SECONDS;
  if (status === 200 && data?.next && data.events) return { kind: 'page', page: data as FollowedEvents };
  if (status === 429) return { kind: 'limited', message: error?.message ?? 'The API is busy.', seconds };
  if (status >= 500) return { kind: 'away', reason: `it answers ${status}`, seconds };
  if (status === 422 && error?.details?.some(({ field }) => field === 'after')) return { kind: 'cursor-refused' };
  return { kind: 'refused', status, code: error?.code ?? '', message: error?.message ?? '' };
}

/** Another server's answer may be anything. */
function envelopeIn(text: string): Envelope {
  try {
    return (JSON.parse(text) as Envelope | null) ?? {};
  } catch {
    return {};
  }
}
