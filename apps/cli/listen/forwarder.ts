import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#platform/process/clock';
import type { GuardedClient } from '#platform/outgoing';
import { send } from '#webhooks';
import type { FollowedEvent } from '#webhooks/contract';

/** Delay before each retry. */
const RETRIES_MS = [500, 2_000, 5_000];

/** An attempt to forward an event, as it is printed. */
export interface ForwardResult {
  event_id: string;
  attempt: number;
  status: number | null;
  /** Null on success. */
  reason: string | null;
  /** Why there is no response; null if there is one. */
  explanation: string | null;
  duration_ms: number;
  /** Null after the last attempt. */
  again_in_ms: number | null;
}

/** Sends events to one address, signed like webhooks. */
export class Forwarder {
  constructor(
    private readonly target: { url: string; secret: string },
    private readonly client: GuardedClient,
    private readonly clock: Clock,
    private readonly report: (result: ForwardResult) => void,
  ) {}

  /** Sends an event, with retries. Gives up after the last retry. */
  async forward({ id, ...message }: FollowedEvent, stop: AbortSignal): Promise<void> {
    const request = { id, url: this.target.url, body: JSON.stringify(message), secrets: [this.target.secret] };
    for (let attempt = 1; ; attempt++) {
      const started = performance.now();
      const { kind, status, reason, answer } = await send(request, this.client, this.clock, stop);
      stop.throwIfAborted();
      const delay = kind === 'delivered' ? undefined : RETRIES_MS[attempt - 1];
      this.report({
        event_id: id,
        attempt,
        status,
        reason,
        explanation: status === null ? answer : null,
        duration_ms: Math.round(performance.now() - started),
        again_in_ms: delay ?? null,
      });
      if (delay === undefined) return;
      await sleep(delay, undefined, { signal: stop });
    }
  }
}
