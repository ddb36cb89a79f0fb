import { Module } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { OnEvent } from '#platform/events';
import type { Event } from '#platform/contract';
import { DomainRegistered, type RegistrationFacts } from '#domains/contract';

/** Hears of registrations beside the service's own consumers, and fails where a test wants it to. */
export class FailingConsumer {
  readonly heard: Event<RegistrationFacts>[] = [];
  failFor = new Set<string>();

  @OnEvent(DomainRegistered, { consumer: 'test.failing' })
  async hear(events: Event<RegistrationFacts>[], _tx: PoolClient): Promise<void> {
    const refused = events.find(({ payload }) => this.failFor.has(payload.domain));
    if (refused) throw new Error(`no taste for ${refused.payload.domain}`);
    this.heard.push(...events);
  }

  receivedCount(domain: string): number {
    return this.heard.filter(({ payload }) => payload.domain === domain).length;
  }
}

@Module({ providers: [FailingConsumer] })
export class FailingConsumerModule {}
