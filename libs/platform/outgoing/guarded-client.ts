import { Inject, Injectable, type OnModuleDestroy, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../config/settings.js';
import { Connections } from './connections.js';
import { Deadline } from './deadline.js';
import type { Resolve } from './names.js';
import { failureOf, OutgoingFailure } from './outgoing-failure.js';
import type { Reply } from './reply.js';
import { problemOfTarget } from './target.js';

/** A request to an address that a user gave. Which headers a user may add is for the caller to say. */
export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Ends the request early, with the reason `interrupted`. */
  signal?: AbortSignal;
}

export interface GuardedClientOptions {
  /** All of a request, from the look-up of the name to the last byte of the answer. */
  attemptMs: number;
  connectMs: number;
  dnsMs: number;
  resolve?: Resolve;
}

/** Addresses that are known to be allowed by what this process was started with. */
const MOST_TARGETS = 1_000;

const USUAL: GuardedClientOptions = { attemptMs: 15_000, connectMs: 10_000, dnsMs: 5_000 };

/**
 * The only client for addresses that users gave. It reaches public hosts alone unless the installation allows others,
 * follows no redirect, knows no proxy, and neither a slow nor an endless answer holds it. How many requests are under
 * way at a time is for the caller to bound.
 */
@Injectable()
export class GuardedClient implements OnModuleDestroy {
  private readonly attemptMs: number;
  private readonly allowPrivate: boolean;
  private readonly connections: Connections;
  private readonly targets = new LRUCache<string, URL>({ max: MOST_TARGETS });
  private stopping = false;

  constructor(
    @Inject(SETTINGS) settings: Pick<Settings, 'webhookAllowPrivateTargets'>,
    @Optional() options: Partial<GuardedClientOptions> = {},
  ) {
    const { attemptMs, ...others } = { ...USUAL, ...options };
    this.attemptMs = attemptMs;
    this.allowPrivate = settings.webhookAllowPrivateTargets;
    this.connections = new Connections({ allowPrivate: this.allowPrivate, ...others });
  }

  /**
   * Sends a body and gives the answer, whatever its status. It may arrive twice, so it needs an id that receivers know.
   *
   * @throws OutgoingFailure when there is no answer
   */
  async post({ url, headers, body, signal }: Post): Promise<Reply> {
    const { origin, pathname, search } = this.checked(url);
    if (this.stopping || signal?.aborted) throw new OutgoingFailure('interrupted', 'The request was not begun.');
    const deadline = new Deadline(this.attemptMs, signal);
    const request = { method: 'POST', path: pathname + search, headers: uncompressed(headers), body } as const;
    try {
      return await this.connections.send(origin, request, deadline);
    } catch (error) {
      throw failureOf(error);
    } finally {
      deadline.clear();
    }
  }

  /** What is under way may end by itself; whoever wants it to end sooner has its signal. */
  onModuleDestroy(): void {
    this.stopping = true;
    this.connections.close();
  }

  /** Once more, for settings may have changed since it was registered, and a literal address is never looked up. */
  private checked(url: string): URL {
    const known = this.targets.get(url);
    if (known) return known;
    const problem = problemOfTarget(url, { allowPrivate: this.allowPrivate });
    if (problem !== undefined) throw new OutgoingFailure('blocked_address', `The address ${problem}.`);
    const target = new URL(url.trim());
    this.targets.set(url, target);
    return target;
  }
}

/** Nothing unpacks an answer here. Lower-case names, so that a header that the caller gave is replaced and not joined. */
function uncompressed(headers: Record<string, string>): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const name in headers) sent[name.toLowerCase()] = headers[name]!;
  sent['accept-encoding'] = 'identity';
  return sent;
}
