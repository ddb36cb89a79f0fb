import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { type Settings, SETTINGS } from '#platform/config';
import { Database, isDatabaseUnavailable } from '#platform/database';
import { GuardedClient } from '#platform/outgoing';
import { settle } from '../model/delivery.js';
import { judge, type Verdict } from '../model/verdict.js';
import { send } from '../send.js';
import { SigningSecrets } from '../signing-secrets.js';
import { leaseDeliveries, type LeasedDelivery } from '../storage/attempts.js';
import { newLease } from './lease.js';
import { Settlements } from './settlements.js';

/** After this time a job starts no more attempts, so that other receivers get a turn. */
const MAX_JOB_MS = 5_000;

const MAX_LEASE_TRIES = 10;
const LEASE_RETRY_MS = 500;

/** Prepares, sends and settles deliveries. */
@Injectable()
export class Deliver {
  private readonly interruption = new AbortController();
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly signing: SigningSecrets,
    private readonly client: GuardedClient,
    private readonly settlements: Settlements,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    setMaxListeners(0, this.interruption.signal); // one for each attempt in progress
  }

  /**
   * Sends deliveries, except those that are no longer due or leased by another worker. Each successful one is followed by
   * the next delivery to the same receiver, which does not pass the queue.
   */
  async execute(ids: string[]): Promise<void> {
    const leased = await this.lease(ids);
    const deadline = performance.now() + MAX_JOB_MS;
    const results = await Promise.allSettled(leased.map(delivery => this.deliverInSequence(delivery, deadline)));
    const failure = results.find(({ status }) => status === 'rejected');
    if (failure) throw (failure as PromiseRejectedResult).reason;
  }

  /** Starts no more attempts. Attempts in progress continue. */
  stop(): void {
    this.isStopping = true;
  }

  /** Aborts attempts in progress; they are repeated later. */
  interrupt(): void {
    this.interruption.abort();
  }

  /** Retries while PostgreSQL is unavailable: a failed job is enqueued again only after 25 seconds. */
  private async lease(ids: string[]): Promise<LeasedDelivery[]> {
    for (let tries = 1; ; tries++) {
      try {
        return await leaseDeliveries(this.database, ids, newLease(this.clock.now()));
      } catch (error) {
        if (!isDatabaseUnavailable(error) || tries >= MAX_LEASE_TRIES) throw error;
        await sleep(LEASE_RETRY_MS);
      }
    }
  }

  private async deliverInSequence(first: LeasedDelivery, deadline: number): Promise<void> {
    let next: LeasedDelivery | undefined = first;
    while (next) next = await this.attempt(next, deadline);
  }

  /** @returns the next delivery to the same receiver, if there is one */
  private async attempt(delivery: LeasedDelivery, deadline: number): Promise<LeasedDelivery | undefined> {
    const [startedAt, started] = [this.clock.now(), performance.now()];
    const verdict = await this.send(delivery);
    const durationMs = Math.round((performance.now() - started) * 10) / 10;
    const settlement = settle(delivery, verdict, this.settings.webhookRetrySchedule, this.clock.now());
    const wantsNext = !this.isStopping && performance.now() < deadline;
    return this.settlements.settle({ delivery, startedAt, durationMs, verdict, settlement, wantsNext });
  }

  /** Fails without a request if the message cannot be signed. */
  private async send({ receiverId, url, secrets: sealed, eventId, body }: LeasedDelivery): Promise<Verdict> {
    const secrets = this.openSecrets(receiverId, sealed);
    if (secrets.length === 0) return judge(NO_SECRET, this.clock.now());
    const message = { id: eventId, url, body, secrets };
    return send(message, this.client, this.clock, this.interruption.signal);
  }

  private openSecrets(receiverId: string, sealed: LeasedDelivery['secrets']): string[] {
    try {
      return this.signing.open(receiverId, sealed);
    } catch {
      return [];
    }
  }
}

const NO_SECRET = {
  reason: 'no_secret',
  explanation: 'The receiver has no secret, or its secret was encrypted with another key. Rotate the secret.',
};
