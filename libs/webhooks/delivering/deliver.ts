import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock';
import { type Settings, SETTINGS } from '#platform/config';
import { Database, isDatabaseAway } from '#platform/database';
import { GuardedClient } from '#platform/outgoing';
import { settle } from '../model/delivery.js';
import { judge, type Verdict } from '../model/verdict.js';
import { send } from '../send.js';
import { SigningSecrets } from '../signing-secrets.js';
import { type HeldDelivery, holdDeliveries } from '../storage/attempts.js';
import { newLease } from './lease.js';
import { Settlements } from './settlements.js';

/** Then the places are somebody else's turn, and what is still due to the receiver goes through the queue again. */
const LONGEST_TURN_MS = 5_000;

const HOLD_TRIES = 10;
const PAUSE_MS = 500;

/** Prepares, sends and settles deliveries. */
@Injectable()
export class Deliver {
  private readonly interrupted = new AbortController();
  private finishing = false;

  constructor(
    private readonly database: Database,
    private readonly signing: SigningSecrets,
    private readonly client: GuardedClient,
    private readonly settlements: Settlements,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    setMaxListeners(0, this.interrupted.signal); // each attempt under way is one
  }

  /**
   * What is no longer due, or held by another worker, is left alone. Each that is done makes place for another one to
   * the same receiver, without a way through the queue, while there are any.
   */
  async execute(ids: string[]): Promise<void> {
    const held = await this.hold(ids);
    const end = performance.now() + LONGEST_TURN_MS;
    const ends = await Promise.allSettled(held.map(delivery => this.oneAfterTheOther(delivery, end)));
    const failure = ends.find(({ status }) => status === 'rejected');
    if (failure) throw (failure as PromiseRejectedResult).reason;
  }

  /** What is under way comes to its end, and nothing is begun after it. */
  finish(): void {
    this.finishing = true;
  }

  /** Ends what is under way; it is sent again by whoever comes next. */
  interrupt(): void {
    this.interrupted.abort();
  }

  /** Tried again for a while: a job that is given up is made again only when it counts as lost. */
  private async hold(ids: string[]): Promise<HeldDelivery[]> {
    for (let left = HOLD_TRIES; ; left--) {
      try {
        return await holdDeliveries(this.database, ids, newLease(this.clock.now()));
      } catch (error) {
        if (!isDatabaseAway(error) || left <= 1) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  private async oneAfterTheOther(first: HeldDelivery, end: number): Promise<void> {
    let next: HeldDelivery | undefined = first;
    while (next) next = await this.attempt(next, end);
  }

  /** Gives what to go on with. */
  private async attempt(delivery: HeldDelivery, end: number): Promise<HeldDelivery | undefined> {
    const [startedAt, started] = [this.clock.now(), performance.now()];
    const verdict = await this.send(delivery);
    const durationMs = Math.round((performance.now() - started) * 10) / 10;
    const settlement = settle(delivery, verdict, this.settings.webhookRetrySchedule, this.clock.now());
    const goesOn = !this.finishing && performance.now() < end;
    return this.settlements.settle({ delivery, startedAt, durationMs, verdict, settlement, goesOn });
  }

  /** Nothing leaves the house unsigned. */
  private async send({ receiverId, url, secrets: sealed, eventId, body }: HeldDelivery): Promise<Verdict> {
    const secrets = this.secretsOf(receiverId, sealed);
    if (secrets.length === 0) return judge(UNSIGNABLE, this.clock.now());
    const message = { id: eventId, url, body, secrets };
    return send(message, this.client, this.clock, this.interrupted.signal);
  }

  private secretsOf(receiverId: string, sealed: HeldDelivery['secrets']): string[] {
    try {
      return this.signing.open(receiverId, sealed);
    } catch {
      return [];
    }
  }
}

const UNSIGNABLE = {
  reason: 'no_secret',
  explanation: 'There is no secret to sign it with, or it was sealed with another encryption key; rotate the secret.',
};
