import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Clock } from '#platform/clock';
import { type Settings, SETTINGS } from '#platform/config';
import type { Event } from '#platform/contract';
import { OnEvent } from '#platform/events';
import { SUBSCRIBABLE } from './events/catalogue.js';
import { recordEvents } from './storage/events.js';

const KINDS = new Map(SUBSCRIBABLE.map(kind => [kind.type, kind]));

/** Stores the message of each event, and a delivery for each receiver that subscribed to it. */
@Injectable()
export class FanOut {
  constructor(
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @OnEvent(SUBSCRIBABLE, { consumer: 'webhooks.fan-out' })
  async execute(events: Event[], tx: PoolClient): Promise<void> {
    const rows = events.map(({ id, tenantId, type, occurredAt, payload }) => {
      const body = KINDS.get(type)!.messageOf(payload, occurredAt);
      return { id, tenantId, type, occurredAt, body };
    });
    const now = this.clock.now();
    const due = new Date(now.getTime() + (this.settings.webhookRetrySchedule[0] ?? 0));
    await recordEvents(tx, rows, due, now);
  }
}
