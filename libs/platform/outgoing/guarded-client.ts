import { Inject, Injectable, type OnModuleDestroy, Optional } from '@nestjs/common';
import { withDeadline } from '../process/clock/with-deadline.js';
import { type Settings, SETTINGS } from '../process/config/settings.js';
import { Connections } from './connections.js';
import type { Resolve } from './dns.js';
import { failureOf, OutgoingFailure } from './outgoing-failure.js';
import type { Reply } from './read-response.js';
import { problemOfTarget } from './target.js';

/** A request to a URL that a user has configured. The caller validates the headers. */
export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Aborts the request with the reason `interrupted`. */
  signal?: AbortSignal;
}

export interface GuardedClientOptions {
  /** Timeout of the request, from the DNS lookup to the last byte of the response. */
  attemptMs: number;
  connectMs: number;
  dnsMs: number;
  resolve?: Resolve;
}

const DEFAULTS: GuardedClientOptions = { attemptMs: 15_000, connectMs: 10_000, dnsMs: 5_000 };

/**
 * The only HTTP client for URLs that users have configured (SSRF protection). It connects to public hosts only, unless
 * the installation allows private ones, and does not follow redirects or use proxies. Timeouts and size limits apply to
 * every response. The caller limits the number of concurrent requests.
 */
@Injectable()
export class GuardedClient implements OnModuleDestroy {
  private readonly attemptMs: number;
  private readonly allowPrivate: boolean;
  private readonly connections: Connections;
  private stopping = false;

  constructor(
    @Inject(SETTINGS) settings: Pick<Settings, 'webhookAllowPrivateTargets'>,
    @Optional() options: Partial<GuardedClientOptions> = {},
  ) {
    const { attemptMs, ...others } = { ...DEFAULTS, ...options };
    this.attemptMs = attemptMs;
    this.allowPrivate = settings.webhookAllowPrivateTargets;
    this.connections = new Connections({ allowPrivate: this.allowPrivate, ...others });
  }

  /**
   * Sends a request and resolves to the response, whatever its status. The receiver may get the request twice, so it
   * must contain an ID.
   * @throws OutgoingFailure when there is no response
   */
  async post({ url, headers, body, signal }: Post): Promise<Reply> {
    const { origin, pathname, search } = this.checked(url);
    if (this.stopping || signal?.aborted) throw new OutgoingFailure('interrupted', 'The request was not started.');
    const request = { method: 'POST', path: pathname + search, headers: withoutCompression(headers), body } as const;
    const send = (ending: AbortSignal) =>
      this.connections.send(origin, request, ending).catch((error: unknown) => {
        if (signal?.aborted) throw new OutgoingFailure('interrupted', 'The request was interrupted.');
        throw ending.aborted ? timedOut(this.attemptMs) : failureOf(error);
      });
    return withDeadline(this.attemptMs, send, signal && [signal]);
  }

  /** Running requests continue; callers can abort them with their signals. */
  onModuleDestroy(): void {
    this.stopping = true;
    this.connections.close();
  }

  /** Checks the URL again: settings may have changed, and literal IP addresses never reach the DNS lookup. */
  private checked(url: string): URL {
    const problem = problemOfTarget(url, { allowPrivate: this.allowPrivate });
    if (problem !== undefined) throw new OutgoingFailure('blocked_address', `The URL ${problem}.`);
    return new URL(url.trim());
  }
}

const timedOut = (ms: number) => new OutgoingFailure('timeout', `There was no response within ${ms / 1_000} s.`);

/** Requests an uncompressed response. Names are in lower case, so that a header of the caller is replaced. */
function withoutCompression(headers: Record<string, string>): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const name in headers) sent[name.toLowerCase()] = headers[name]!;
  sent['accept-encoding'] = 'identity';
  return sent;
}
