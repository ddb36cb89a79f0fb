import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '#platform/errors';
import type { FollowedEvents, FollowedEvent } from '#webhooks/contract';
import type { EventsApi, EventsResult } from './events-api.js';
import type { Reporter } from './reporter.js';

/** A kept-alive connection can close just when it is reused, so the first retry is quick and not reported. */
const FIRST_RETRY_MS = 50;

/** Reads a tenant's events from now on. Waits while the API is unavailable; no event is lost. */
export class EventFeed {
  private after: string | undefined;
  private failures = 0;

  constructor(
    private readonly api: EventsApi,
    private readonly stop: AbortSignal,
    private readonly reporter: Reporter,
  ) {}

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
      // Only now, so that a failure while events are processed does not skip them.
      this.after = next;
    }
  }

  private async nextPage(): Promise<FollowedEvents> {
    for (;;) {
      const result = await this.api.fetch(this.after, this.stop);
      if (result.kind !== 'page') {
        await this.waitAfter(result);
        continue;
      }
      if (this.failures > 1) this.reporter.available();
      this.failures = 0;
      return result.page;
    }
  }

  private async waitAfter(failure: Exclude<EventsResult, { kind: 'page' }>): Promise<void> {
    if (failure.kind === 'rejected') throw usageError(failure);
    if (failure.kind === 'cursor-rejected') {
      this.after = undefined;
      return this.reporter.cursorRejected();
    }
    if (failure.kind === 'limited') this.reporter.limited(failure.message);
    else if (++this.failures === 2) this.reporter.unavailable(failure.reason);
    const delayMs = this.failures === 1 ? FIRST_RETRY_MS : failure.seconds * 1_000;
    await sleep(delayMs, undefined, { signal: this.stop });
  }
}

const ADVICE: Record<string, string> = {
  API_KEY_INVALID: 'Check --key (or NAMEYARD_API_KEY) and --tenant.',
  TENANT_REQUIRED: 'Specify --tenant.',
  SCOPE_DENIED: 'Use a sandbox key.',
  PERMISSION_DENIED:
    'To add it: nameyard keys set KEY_ID --permissions sandbox.search,sandbox.order,sandbox.checkout,sandbox.events',
};

function usageError({ status, code, message }: Extract<EventsResult, { kind: 'rejected' }>): UsageError {
  if (code === '' || code === 'NOT_FOUND')
    return new UsageError(
      `--api must be the base URL of a Nameyard API, for example http://127.0.0.1:3000/api/v1. The server responded with ${status}.`,
    );
  return new UsageError([message, ADVICE[code] ?? `(${status} ${code})`].join(' '));
}
