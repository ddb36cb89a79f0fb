import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Clock, OnEvent } from '#platform';
import type { Event } from '#platform/contract';
import { DomainRegistered, type RegistrationFacts } from '#domains/contract';
import { registeredBody } from './message.js';
import { recordEvent } from './storage/events.js';

/** Hears of what receivers can ask for, and writes a delivery for each that did. */
@Injectable()
export class FanOut {
  constructor(private readonly clock: Clock) {}

  @OnEvent(DomainRegistered, { consumer: 'webhooks.fan-out' })
  async domainRegistered(event: Event<RegistrationFacts>, tx: PoolClient): Promise<void> {
    const { id, tenantId, type, occurredAt, payload } = event;
    const body = registeredBody(payload, occurredAt);
    await recordEvent(tx, { id, tenantId, type, occurredAt, body }, this.clock.now());
  }
}
