import { Module } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { OnEvent } from '#platform/events';
import type { Event } from '#platform/contract';
import { DomainRegistered, type DomainRegisteredPayload } from '#domains/events';

/** Hears of registrations beside the service's own consumers, and fails where a test wants it to. */
export class FailingConsumer {
  readonly heard: Event<DomainRegisteredPayload>[] = [];
  failFor = new Set<string>();

  @OnEvent([DomainRegistered], { consumer: 'test.failing' })
  async hear(events: Event<DomainRegisteredPayload>[], _tx: PoolClient): Promise<void> {
    const refused = events.find(({ payload }) => this.failFor.has(payload.domain));
    if (refused) throw new Error(`no taste for ${refused.payload.domain}`);
    this.heard.push(...events);
  }

  heardOf(domain: string): number {
    return this.heard.filter(({ payload }) => payload.domain === domain).length;
  }
}

@Module({ providers: [FailingConsumer] })
export class FailingConsumerModule {}
