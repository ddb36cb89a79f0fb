import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Clock, Database, GuardedClient, isDatabaseAway, newId, type Settings, SETTINGS } from '#platform';
import { settle } from '../model/delivery.js';
import { judge, type Verdict } from '../model/verdict.js';
import { send } from '../send.js';
import { SigningSecrets } from '../signing-secrets.js';
import { type HeldDelivery, holdDeliveries } from '../storage/attempts.js';
import { Settlements } from './settlements.js';

/**
 * For so long nobody else sends what this worker holds: longer than an attempt may take, short enough that what a
 * killed worker held is sent again within half a minute.
 */
const LEASE = '25 seconds';

const HOLD_TRIES = 10;
const PAUSE_MS = 500;

/** Prepares, sends and settles deliveries. */
@Injectable()
export class Deliver {
  private readonly interrupted = new AbortController();

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

  /** What is no longer due, or held by another worker, is left alone. */
  async execute(ids: string[]): Promise<void> {
    const held = await this.hold(ids);
    const ends = await Promise.allSettled(held.map(delivery => this.attempt(delivery)));
    const failure = ends.find(({ status }) => status === 'rejected');
    if (failure) throw (failure as PromiseRejectedResult).reason;
  }

  /** Ends what is under way; it is sent again by whoever comes next. */
  interrupt(): void {
    this.interrupted.abort();
  }

  /** Tried again for a while: a job that is given up is made again only when it counts as lost. */
  private async hold(ids: string[]): Promise<HeldDelivery[]> {
    for (let left = HOLD_TRIES; ; left--) {
      try {
        const values = { ids, now: this.clock.now(), lease: LEASE, holder: newId('hld') };
        return await holdDeliveries(this.database, values);
      } catch (error) {
        if (!isDatabaseAway(error) || left <= 1) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  private async attempt(delivery: HeldDelivery): Promise<void> {
    const [startedAt, started] = [this.clock.now(), performance.now()];
    const verdict = await this.send(delivery);
    const durationMs = Math.round((performance.now() - started) * 10) / 10;
    const settlement = settle(delivery, verdict, this.settings.webhookRetrySchedule, this.clock.now());
    await this.settlements.settle({ delivery, startedAt, durationMs, verdict, settlement });
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
