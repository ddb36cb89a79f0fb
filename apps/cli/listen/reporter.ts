import type { FollowedEvent } from '#webhooks/contract';
import { notice, print } from '../output.js';

interface Startup {
  api: string;
  tenant: string;
  forward_to: string | null;
  /** The secret, if it was generated. */
  secret: string | null;
}

interface ForwardResult {
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

/** Prints events and forwards to standard output, everything else to standard error. */
export class Reporter {
  constructor(private readonly options: { json?: boolean; api: string }) {}

  ready(startup: Startup): void {
    print({ kind: 'ready', ...startup }, this.options, formatStartup);
  }

  event(event: FollowedEvent): void {
    print({ kind: 'event', ...event }, this.options, ({ timestamp, type, data, id }) =>
      [timestamp, type, ...('domain' in data ? [data.domain] : []), id].join('  '),
    );
  }

  forwarded(result: ForwardResult): void {
    print({ kind: 'forward', ...result }, this.options, formatForward);
  }

  unavailable(reason: string): void {
    notice(`The API at ${this.options.api} is unavailable (${reason}). Waiting for it; no events are lost.`);
  }

  available(): void {
    notice('The API is available again.');
  }

  limited(message: string): void {
    notice(`${message} Retrying automatically.`);
  }

  cursorRejected(): void {
    notice(
      'The API no longer accepts the cursor: it was upgraded, or its database or encryption key was replaced. Following from now on; events in between may be missing.',
    );
  }
}

function formatStartup({ api, tenant, forward_to, secret }: Startup): string {
  const forwarding = forward_to ? `, forwarding to ${forward_to}` : '';
  const signing = secret ? `\nSecret that signs forwarded events: ${secret}` : '';
  return `Following ${tenant} at ${api}${forwarding}. Press Ctrl-C to stop.${signing}`;
}

function formatForward({ status, explanation, duration_ms, again_in_ms, reason }: ForwardResult): string {
  const retry = reason === null ? '' : again_in_ms === null ? '; giving up' : `; retrying in ${again_in_ms / 1_000} s`;
  return `  → ${status ?? explanation} after ${duration_ms} ms${retry}`;
}
