import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Clock } from '#platform/clock';
import { type Settings, SETTINGS } from '#platform/config';
import { OnEvent } from '#platform/events';
import type { Event } from '#platform/contract';
import { DomainRegistered, type RegistrationFacts } from '#domains/contract';
import { registeredBody } from './message.js';
import { recordEvents } from './storage/events.js';

/** Hears of what receivers can ask for, and writes a delivery for each that did. */
@Injectable()
export class FanOut {
  constructor(
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @OnEvent(DomainRegistered, { consumer: 'webhooks.fan-out' })
  async domainRegistered(events: Event<RegistrationFacts>[], tx: PoolClient): Promise<void> {
    const rows = events.map(({ id, tenantId, type, occurredAt, payload }) => {
      const body = registeredBody(payload, occurredAt);
      return { id, tenantId, type, occurredAt, body };
    });
    const now = this.clock.now();
    const due = new Date(now.getTime() + (this.settings.webhookRetrySchedule[0] ?? 0));
    await recordEvents(tx, rows, due, now);
  }
}
