import type { FollowedEvent } from '#webhooks/contract';
import { note, print } from '../output.js';
import type { Notices } from './feed.js';
import type { Forwarded } from './forward.js';

export interface Beginning {
  api: string;
  tenant: string;
  forward_to: string | null;
  /** One that was made for this run. */
  secret: string | null;
}

/** Everything that is told: events and forwards on standard output, the rest on standard error. */
export class Report implements Notices {
  constructor(private readonly options: { json?: boolean; api: string }) {}

  ready(beginning: Beginning): void {
    print({ kind: 'ready', ...beginning }, this.options, () => describeBeginning(beginning));
  }

  event(event: FollowedEvent): void {
    print({ kind: 'event', ...event }, this.options, ({ timestamp, type, data, id }) =>
      [timestamp, type, ...('domain' in data ? [data.domain] : []), id].join('  '),
    );
  }

  forwarded(result: Forwarded): void {
    print({ kind: 'forward', ...result }, this.options, describeForward);
  }

  away(reason: string): void {
    note(`The API at ${this.options.api} is away (${reason}); waiting for it. No event is lost.`);
  }

  back(): void {
    note('The API is back.');
  }

  limited(message: string, seconds: number): void {
    note(`${message} Retrying in ${seconds} s.`);
  }

  cursorRefused(): void {
    note(
      'The API no longer accepts the cursor: it was upgraded, or its database or encryption key was replaced. Following from now on; events in between may be missing.',
    );
  }
}

function describeBeginning({ api, tenant, forward_to, secret }: Beginning): string {
  const forwarding = forward_to ? `, forwarding to ${forward_to}` : '';
  const signing = secret ? `\nThis signs what is forwarded: ${secret}` : '';
  return `Following ${tenant} at ${api}${forwarding}. Ctrl-C ends it.${signing}`;
}

function describeForward({ status, explanation, duration_ms, again_in_ms, reason }: Forwarded): string {
  const what = status === null ? explanation : String(status);
  const next = reason === null ? '' : again_in_ms === null ? '; given up' : `; again in ${again_in_ms / 1_000} s`;
  return `  → ${what} after ${duration_ms} ms${next}`;
}
