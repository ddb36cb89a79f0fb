import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#platform/clock';
import type { GuardedClient } from '#platform/outgoing';
import { send, type Verdict } from '#webhooks';
import type { FollowedEvent } from '#webhooks/contract';

/** Before each further try of a forward that failed. */
const PAUSES_MS = [500, 2_000, 5_000];

export interface Forwarded {
  event_id: string;
  attempt: number;
  status: number | null;
  /** Nothing on success. */
  reason: string | null;
  explanation: string | null;
  duration_ms: number;
  /** Nothing when this was the last try. */
  again_in_ms: number | null;
}

/** Sends events to one address as a webhook would, one after the other. */
export class Forward {
  constructor(
    private readonly to: { url: string; secret: string },
    private readonly client: GuardedClient,
    private readonly clock: Clock,
    private readonly report: { forwarded(result: Forwarded): void },
  ) {}

  /** What fails is tried a few more times; what fails then is told and left. */
  async execute({ id, ...message }: FollowedEvent, stop: AbortSignal): Promise<void> {
    const sent = { id, url: this.to.url, body: JSON.stringify(message), secrets: [this.to.secret] };
    for (let attempt = 1; ; attempt++) {
      const started = performance.now();
      const verdict = await send(sent, this.client, this.clock, stop);
      stop.throwIfAborted();
      const pause = verdict.kind === 'delivered' ? undefined : PAUSES_MS[attempt - 1];
      const duration_ms = Math.round(performance.now() - started);
      this.report.forwarded({ event_id: id, attempt, ...outcomeOf(verdict), duration_ms, again_in_ms: pause ?? null });
      if (pause === undefined) return;
      await sleep(pause, undefined, { signal: stop });
    }
  }
}

/** Where there is no answer, its place holds the reason in words. */
const outcomeOf = ({ status, reason, answer }: Verdict) => ({
  status,
  reason,
  explanation: status === null ? answer : null,
});
