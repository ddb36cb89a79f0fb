import { setMaxListeners } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import { Clock, Database, GuardedClient, newId, type Settings, SETTINGS } from '#platform';
import { settle } from '../model/delivery.js';
import { send } from '../send.js';
import { Sign } from '../sign.js';
import { type HeldDelivery, holdDeliveries } from '../storage/attempts.js';
import { Settlements } from './settlements.js';

/**
 * For so long nobody else sends what this worker holds: longer than an attempt may take, short enough that what a
 * killed worker held is sent again within half a minute.
 */
const LEASE = '25 seconds';

/** Prepares, sends and settles deliveries. */
@Injectable()
export class Deliver {
  private readonly interrupted = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly sign: Sign,
    private readonly client: GuardedClient,
    private readonly settlements: Settlements,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    setMaxListeners(0, this.interrupted.signal); // each attempt under way is one
  }

  /** What is no longer due, or held by another worker, is left alone. */
  async execute(ids: string[]): Promise<void> {
    const held = await holdDeliveries(this.database, {
      ids,
      now: this.clock.now(),
      lease: LEASE,
      holder: newId('hld'),
    });
    const secrets = await this.sign.secretsOf([...new Set(held.map(({ receiverId }) => receiverId))]);
    await Promise.all(held.map(delivery => this.attempt(delivery, secrets.get(delivery.receiverId) ?? [])));
  }

  /** Ends what is under way; it is sent again by whoever comes next. */
  interrupt(): void {
    this.interrupted.abort();
  }

  private async attempt(delivery: HeldDelivery, secrets: string[]): Promise<void> {
    const [startedAt, started] = [this.clock.now(), performance.now()];
    const message = { id: delivery.eventId, url: delivery.url, body: delivery.body, secrets };
    const verdict = await send(message, this.client, this.clock, this.interrupted.signal);
    const durationMs = Math.round((performance.now() - started) * 10) / 10;
    const settlement = settle(delivery, verdict, this.settings.webhookRetrySchedule, this.clock.now());
    await this.settlements.settle({ delivery, startedAt, durationMs, verdict, settlement });
  }
}
