import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '#platform/errors';
import type { FollowedEvents, FollowedEvent } from '#webhooks/contract';
import type { Answer, EventsApi } from './events-api.js';

/** A connection that was kept may be closed just when it is used again; that is nothing to speak of. */
const FIRST_PAUSE_MS = 50;

/** What is worth a word on the way. */
export interface Notices {
  away(reason: string): void;
  back(): void;
  /** `message` is the API's own: a limit of the key was reached. */
  limited(message: string, seconds: number): void;
  /** The API refuses the cursor, so that events before now cannot be read. */
  cursorRefused(): void;
}

/** A tenant's events from now on. An API that is away is waited for, and nothing that happens meanwhile is left out. */
export class Feed {
  private after: string | undefined;
  private failures = 0;

  constructor(
    private readonly api: EventsApi,
    private readonly stop: AbortSignal,
    private readonly notices: Notices,
  ) {}

  /**
   * What happens after this is seen.
   * @throws UsageError when the API refuses, with what to mend
   */
  async begin(): Promise<void> {
    this.after = (await this.page()).next;
  }

  /** The cursor moves on when all that lies before it was taken. */
  async *events(): AsyncGenerator<FollowedEvent> {
    for (;;) {
      const { events, next } = await this.page();
      yield* events;
      this.after = next;
    }
  }

  private async page(): Promise<FollowedEvents> {
    for (;;) {
      const answer = await this.api.ask(this.after, this.stop);
      if (answer.kind === 'page') return this.found(answer.page);
      await this.mend(answer);
    }
  }

  private found(page: FollowedEvents): FollowedEvents {
    if (this.failures > 1) this.notices.back();
    this.failures = 0;
    return page;
  }

  private async mend(answer: Exclude<Answer, { kind: 'page' }>): Promise<void> {
    if (answer.kind === 'refused') throw refusal(answer);
    if (answer.kind === 'cursor-refused') {
      this.after = undefined;
      return this.notices.cursorRefused();
    }
    if (answer.kind === 'limited') this.notices.limited(answer.message, answer.seconds);
    else if (++this.failures === 2) this.notices.away(answer.reason);
    const pauseMs = this.failures === 1 ? FIRST_PAUSE_MS : answer.seconds * 1_000;
    await sleep(pauseMs, undefined, { signal: this.stop });
  }
}

const MENDS: Record<string, string> = {
  API_KEY_INVALID: 'Check --key (or NAMEYARD_API_KEY) and --tenant.',
  TENANT_REQUIRED: 'Name it with --tenant.',
  SCOPE_DENIED: 'Events are followed with a sandbox key.',
  PERMISSION_DENIED:
    'Give it one that has it, such as: nameyard keys set KEY_ID --permissions sandbox.search,sandbox.order,sandbox.checkout,sandbox.events',
};

const ELSEWHERE =
  'There are no events at this address: --api takes the base URL of a Nameyard that has them, such as http://127.0.0.1:3000/api/v1.';

function refusal({ status, code, message }: Extract<Answer, { kind: 'refused' }>): UsageError {
  if (code === '' || code === 'NOT_FOUND') return new UsageError(`${ELSEWHERE} It answered ${status}.`);
  return new UsageError([message, MENDS[code] ?? `(${status} ${code})`].join(' '));
}
